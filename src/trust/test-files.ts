/** Which files are tests, by their names, as the runners of each language find them. */

import { anyOf, pattern } from '../plain/pattern.ts';

const folders = /(?:^|\/)(?:tests?|specs?|__tests__|__specs__|e2e|testing|testdata|__snapshots__)\//i;
const names = [
  /[._-](?:test|tests|spec|specs|cy|e2e)\.[cm]?[jt]sx?$/i,
  /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest)\.pyi?$/,
  /_test\.(?:go|exs?|rb|c|cc|cpp|rs|dart)$/,
  /(?:^|\/)tests?\.(?:rs|py)$/,
  // In a folder of the product, it is what makes tests: `lib/test.js` of a runner.
  /^(?!(?:.*\/)?(?:lib|dist)\/)(?:.*\/)?tests?\.[cm]?[jt]s$/,
  /_spec\.(?:rb|lua)$/,
  /(?:Tests?|TestCase|IT|Spec|Specs)\.(?:java|kt|kts|groovy|scala|cs|php|swift)$/,
  /(?:^|\/)Test[A-Z][^/]*\.(?:java|kt|cs|php)$/,
  /\.(?:bats|snap|t)$/,
  // As make, prove and others have them: `check/sum.c`, `t/sum.sh`, `test_sum.c`.
  /^(?:t|checks?)\/(?:.*\/)?[^/]+\.(?:c|cc|cpp|h|sh|bash|p[lm])$/,
  /(?:^|\/)test_[^/]*\.(?:c|cc|cpp|sh|bash|lua|rb)$|[._-]tests?\.(?:sh|bash)$/,
];

export const isTestFile = (path: string): boolean => folders.test(path) || names.some((name) => name.test(path));

/** Folders in which runners do not look, though tests may lie there. */
const elsewhere = pattern(
  'i',
  /(?:^|\/)/,
  anyOf(
    /testdata|fixtures?|__fixtures__|archived?|disabled/,
    /skip(?:ped)?/,
    /attic|old|legacy|deprecated|ignored?|backup|wip|pending|quarantine|broken|support|helpers?/,
    /examples?/,
    /node_modules|vendor|third_party|dist|build|out|tmp|temp|target|\.[\w-]+/,
    /_(?!_(?:tests|specs)__)\w+/,
  ),
  /\//,
);

/** Whether a runner finds tests in a file of this name. */
export const runsTests = (path: string): boolean =>
  !elsewhere.test(path) &&
  (names.some((name) => name.test(path)) ||
    /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/(?:[^/]+\/)*[^/]+\.[cm]?[jt]sx?$/.test(path) ||
    /(?:^|\/)tests\/[^/]+\.rs$|(?:^|\/)src\/.*\.rs$/.test(path));
