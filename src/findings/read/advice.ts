/** What an input looks like that no format reads, and what the tool behind it has to offer instead. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import { isObject, own } from '../../plain/shape.ts';
import { plain } from '../formats/lines/line.ts';

/** `what`: behind "This looks like"; `instead`: a sentence. */
type Likeness<Input> = { what: string; instead: string; fits: (input: Input) => boolean };

/** How much of a text is looked at. */
const head = 20_000;

const run = (command: string): string => `Run \`${command}\`.`;

const text = (what: string, instead: string, ...patterns: readonly RegExp[]): Likeness<string> => ({
  what,
  instead,
  fits: (input) => patterns.every((pattern) => pattern.test(input)),
});

/** Each pattern stands for a line that the tool prints and hardly anybody else does. */
const texts: readonly Likeness<string>[] = [
  text('the report that bandit prints', run('bandit -f json -r .'), /^>> Issue: \[B\d{3}/m),
  text('the CSV that bandit writes', run('bandit -f json -r .'), /^filename,test_name,test_id,issue_severity/m),
  text('the YAML that bandit writes', run('bandit -f json -r .'), /^metrics:$/m, /^ {2}_totals:$/m),
  text('the report that phpcs prints', run('phpcs --report=json'), /^FILE: \S/m, /^FOUND \d{1,7} (?:ERROR|WARNING)/m),
  text('a summary that phpcs prints', run('phpcs --report=json'), /^PHP CODE SNIFFER /m),
  text('the CSV that phpcs writes', run('phpcs --report=json'), /^File,Line,Column,Type,Message,Source/m),
  text('the XML that phpcs writes', run('phpcs --report=json'), /^\s{0,20}<phpcs version=/m),
  text(
    'the XML that cppcheck writes',
    `${run('cppcheck --template=gcc .')} It prints on standard error, so add \`2>&1\` for a pipe.`,
    /<cppcheck version=/,
  ),
  text('the XML that JSHint writes for JSLint', run('jshint --reporter=unix'), /^\s{0,20}<jslint>/m),
  text(
    'the report that HTMLHint prints',
    run('htmlhint -f json'),
    /^\s{1,12}L\d{1,7} \|/m,
    /\([a-z]+(?:-[a-z]+){1,6}\)$/m,
  ),
  text('the markdown that HTMLHint writes', run('htmlhint -f json'), /^# TOC$/m, /^Found \d{1,7} errors?, \d/m),
  text(
    'the report that knip prints',
    run('knip --reporter json'),
    /^(?:## )?Unused (?:files|(?:dev)?[dD]ependencies|exports) \(\d{1,7}\)$/m,
  ),
  text(
    'the report that depcheck prints',
    'It names packages and no places. knip finds the same with places: `knip --reporter json`.',
    /^Unused (?:devD|d)ependencies$/m,
  ),
  text(
    'the list of files that Prettier would format',
    'It can do that itself: `prettier --write .`.',
    /^Checking formatting\.\.\.$/m,
  ),
  text(
    'the list of files that isort would sort',
    'It can do that itself: `isort .`. ruff reports it with places: `ruff check --select I --output-format json`.',
    /^ERROR: .{1,500} Imports are incorrectly sorted/m,
  ),
  text(
    'the list of files that Black or ruff would format',
    'They can do that themselves: `black .`, `ruff format`.',
    /^(?:would reformat|Would reformat:) \S/m,
  ),
  text(
    'the lines that pydocstyle prints, two for each problem',
    run('ruff check --select D --output-format json'),
    /^\S.{0,500}:\d{1,7} (?:at module level|in (?:public|private) .{1,200}):$/m,
  ),
  text(
    'the lists that RuboCop prints',
    run('rubocop -f json'),
    /^(?:== \S.{0,500} ==|# RuboCop Inspection Report|\d{1,6} {1,6}(?:Layout|Lint|Metrics|Naming|Style)\/\w{1,60})$/m,
  ),
  text(
    'TAP',
    'Ask for JSON, SARIF, Checkstyle or JUnit instead, such as `eslint -f json` or `rubocop -f json`.',
    /^(?:TAP version 1\d|1\.\.\d{1,7})$/m,
    /^not ok \d/m,
  ),
  text('the summary of Biome', run('biome lint --reporter=json'), /^reporter\/\S{1,60} ━{3}/m),
  text('the log of a pretty formatter of ESLint', run('eslint -f json'), /^✖ \d{1,7} problems? \(/m),
  text(
    'what markdownlint-cli2 prints on standard output',
    `Its findings are on standard error: add \`2>&1\`.`,
    /^markdownlint-cli2 v\d/m,
    /^Summary: \d/m,
  ),
  text(
    'the report that Perl::Critic prints',
    run("perlcritic --verbose '%f:%l:%c: %m (%p)\\n'"),
    /\(Severity: \d\)$/m,
    / at line \d{1,7}, column \d/,
  ),
  text(
    'what npm outdated prints',
    'What is old is no finding. For weaknesses: `npm audit --json`.',
    /^Package\s{1,40}Current\s{1,40}Wanted\s{1,40}Latest/m,
  ),
  text('the report that npm audit prints', run('npm audit --json'), /^# npm audit report$/m),
  text(
    'the log of a test run',
    'For failing tests, write JUnit XML: `vitest --reporter=junit`, `pytest --junitxml=FILE`.',
    pattern(
      'm',
      /^/,
      anyOf(
        /\s{0,4}Tests:?\s{1,12}\d{1,7} (?:failed|passed)|\s{0,4}Test Files\s{1,12}\d/,
        /={3,60} short test summary info ={3,60}|FAIL\s{1,4}\S{1,500}\.(?:test|spec)\./,
      ),
    ),
  ),
  text('the JSON of go vet', run('go vet ./... 2>&1'), /^\s{0,20}"posn": "/m),
  text('a patch', 'It is a change, and no finding. `git apply` makes it.', /^--- \S/m, /^\+\+\+ \S/m, /^@@ -\d/m),
  text(
    'a page of HTML',
    'Ask the tool for JSON, SARIF or Checkstyle instead, such as `eslint -f json` or `bandit -f json`.',
    /^\s{0,200}(?:<!doctype html|<html)/i,
  ),
  text('the report that pylint prints', run('pylint -f json'), /^\*{5,20} Module \S/m),
  text('the report that semgrep prints', run('semgrep --json'), /^\s{0,8}[┌│].{0,200}(?:Code )?Findings?/m),
];

const hasOnly = (value: unknown, keys: ReadonlySet<string>, ...some: readonly string[]): boolean =>
  isObject(value) && some.some((key) => Object.hasOwn(value, key)) && Object.keys(value).every((key) => keys.has(key));

const viewKeys = new Set(
  `additions assignees author autoMergeRequest baseRefName body changedFiles closed closedAt comments commits createdAt
  deletions files headRefName id isDraft labels latestReviews mergeable mergeStateStatus mergedAt number reviewDecision
  reviewRequests reviews state statusCheckRollup title updatedAt url headRefOid baseRefOid`.split(/\s+/),
);

const documents: readonly Likeness<unknown>[] = [
  {
    what: 'what `gh pr view --json` writes',
    instead:
      'It has no comments with their places. `gh api repos/OWNER/REPO/pulls/NUMBER/comments` has them, and the ' +
      'reviewThreads of `gh api graphql` also tell which are resolved.',
    fits: (value) => hasOnly(value, viewKeys, 'reviews', 'latestReviews', 'comments', 'statusCheckRollup'),
  },
  {
    what: 'what depcheck writes',
    instead: 'It names packages and no places. knip finds the same with places: `knip --reporter json`.',
    fits: (value) => isObject(own(value, 'missing')) && isObject(own(value, 'invalidFiles')),
  },
  {
    what: 'an error of npm audit',
    instead: 'The registry did not answer. Try again, or ask another with `npm audit --json --registry URL`.',
    fits: (value) => own(value, 'statusCode') !== undefined && own(value, 'method') !== undefined,
  },
  {
    what: 'an error of GitHub’s API',
    instead: 'Look whether the repository and the number are right, and `gh auth status`.',
    fits: (value) => typeof own(value, 'documentation_url') === 'string' && typeof own(value, 'message') === 'string',
  },
  {
    what: 'the list of tests that Jest or Vitest writes as JSON',
    instead: 'For failing tests, write JUnit XML: `vitest --reporter=junit`, `jest --reporters=jest-junit`.',
    fits: (value) => own(value, 'numTotalTests') !== undefined && own(value, 'testResults') !== undefined,
  },
];

const sentence = <Input>(likeness: Likeness<Input> | undefined): string | null =>
  likeness ? `this looks like ${likeness.what}. ${likeness.instead}` : null;

/** Null where nothing is known. */
export const adviceForText = (input: string): string | null => {
  const lines = input.slice(0, head).split('\n').map(plain).join('\n');
  return sentence(texts.find(({ fits }) => fits(lines)));
};

export const adviceForJson = (value: unknown): string | null => sentence(documents.find(({ fits }) => fits(value)));
