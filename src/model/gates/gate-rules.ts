/** What the gates that read a patch refuse, rule by rule: `gates.allow` and docs/gates.md name them. */
import type { ReadingGate } from '../remark.ts';

/** Each rule with what a patch does that it is about. */
export const gateRules: Readonly<Record<ReadingGate, Readonly<Record<string, string>>>> = {
  tests: {
    'test-deleted': 'a test is gone, and nothing stands in its place',
    'test-skipped': 'a test is skipped that was not',
    'test-focused': 'only some tests are run, the others are left out',
    'test-emptied': 'a test does nothing any more',
    'test-not-run': 'a test is named, placed or declared so that its runner does not find it',
    'test-data-changed': 'what a test is given does not show the fault any more',
    'test-data-deleted': 'cases of a test are gone',
    'assertion-removed': 'a test asserts less',
    'assertion-loosened': 'an assertion accepts more than before',
    'assertion-tautological': 'an assertion is true whatever the code does',
    'assertion-unreachable': 'an assertion is not reached, or its failure is caught',
    'expected-rewritten': 'a test expects what the code gives, and no finding says that it should',
    'test-bent': 'a test is changed while the code does what it did before, and the finding is about the code',
    'test-changed':
      'a line of a test is another one, in a language read as text; only noted, unless nothing proves the fix',
    'time-limit-raised': 'a test may take longer',
    'retries-added': 'a test is tried again until it passes',
    'snapshot-rewritten': 'what a test compares with is recorded anew, though the code does nothing else',
    'unit-mocked': 'what is tested is replaced by a stand-in',
    'equality-overloaded': 'what is compared says that it equals everything',
  },
  suppressions: {
    'suppression-added': 'a checker is told to be quiet, such as by eslint-disable, noqa or allow(…)',
    'strictness-removed': 'what made a checker strict is gone from the code, such as deny(warnings)',
  },
  settings: {
    'threshold-lowered': 'less is demanded, such as of coverage',
    'limit-raised': 'tests may take longer, or are tried again, by settings',
    'rule-weakened': 'a rule of a checker is off, or only warns',
    'check-weakened': 'a check is less strict, such as by a flag that is gone',
    'left-out': 'more is excluded from a check',
    'taken-out': 'less is included in a check',
    'result-ignored': 'a command may fail and nobody minds, such as by || true or continue-on-error',
    'check-removed': 'a check is not run any more',
    'check-changed': 'a check is set up in another way, and nobody can say what that means',
    'runner-hooked': 'code gets between the tests and their runner, such as a hook, a loader or a setup file',
    'library-replaced': 'a function that a library gives is replaced for everybody who calls it',
    'dependency-swapped': 'a dependency is replaced: another name, a fork, a folder, another file of the same version',
    'dependency-downgraded': 'a dependency goes back to an older version',
    'dependency-added': 'a dependency is new; this is only noted',
  },
  reversion: { 'fix-reverted': 'what an earlier fix of the run, or the user, put in is taken back' },
  types: { 'type-weakened': 'a type says less than before, such as by any, a cast or a type that is gone' },
  errors: { 'error-swallowed': 'an error is caught, dropped or no longer looked at, and nobody hears of it' },
  deletions: {
    'function-emptied': 'a function does nothing any more, or a new one that is called does nothing',
    'function-deleted': 'a function that others can use is gone, and nothing stands in its place',
    'file-deleted': 'a file of the product is gone, and nothing stands in its place',
    'code-deleted': 'code with effects is taken away, and nothing stands in its place',
    'check-deleted': 'a function or a schema does not refuse any more what it refused',
    'feature-disabled': 'a constant that was on is off',
  },
  'special-cases': {
    'input-special-cased': 'an input that a test uses is treated apart from all others',
    'results-listed': 'results for inputs that a test uses are written down',
    'results-read': 'results are read from files of the tests, or from a file that the patch brings',
  },
  sniffing: {
    'test-detected': 'code asks whether it runs under a test',
    'stack-inspected': 'code looks at the stack to learn who called it',
    'early-exit': 'the program ends with success before it is done',
    'clock-patched': 'the clock is replaced for everybody',
    'builtin-patched': 'what belongs to the language or to the tests is replaced',
    'always-equal': 'a comparison lets more count as equal than before, or everything',
  },
  'dead-code': {
    'words-only': 'only comments or spacing are changed, though the finding is about behaviour',
    'same-behaviour': 'code is written in another way and does what it did, though the finding is about behaviour',
    'tests-only': 'only tests are changed, though the finding is about code',
    'commented-out': 'code becomes a comment',
    'never-true': 'code stands behind a condition that never holds',
    unreachable: 'code stands behind the end of its function',
    'loop-cut': 'a loop ends after its first turn',
    'still-open': 'what is put against the problem lets it through, such as a pattern without ends or other quotes',
    'only-touched': 'something is only mentioned so that it counts as used, or is brought and never called',
    'hidden-name': 'a name is built out of pieces so that nobody finds it',
    'renamed-away': 'what is complained of gets an underscore, and nothing else',
  },
  'beside-the-point': {
    'finding-untouched': 'the finding is about code, and no code is changed',
  },
  'hidden-characters': {
    'direction-changed': 'a character makes what follows look as if it stood elsewhere',
    'invisible-character': 'a character cannot be seen',
    'control-character': 'a control character stands in code',
    'unusual-line-end': 'a character ends a line for some readers only',
    'unusual-space': 'a blank is not a space',
    'lookalike-letters': 'a word has letters of another script that look like its own',
    'deceptive-name': 'the name of a file is not what it looks like',
  },
  durable: {
    'new-schema': 'a table, a column, an index or a stored field is new',
    'new-migration': 'a migration is new',
    'new-state': 'something is kept in a place where nothing was kept before',
    'new-setting': 'a key of a configuration file is new',
    'new-variable': 'an environment variable is read that was not',
    'new-dependency': 'a dependency is new',
    'new-job': 'something runs in the background or by the clock that did not',
  },
  unreadable: { unreadable: 'a changed file cannot be read as what it is' },
};

/** Gates that go by what was run, and may be wrong about what it means: tests may fail for want of a network. */
const gatesOfRuns = ['stays-red'];

/** Names of gates and of rules, in the order of the table. */
export const allowedNames: readonly string[] = [
  ...new Set(Object.entries(gateRules).flatMap(([gate, rules]) => [gate, ...Object.keys(rules)])),
  ...gatesOfRuns,
];

const pathMark = 'path:';

/** Globs of the entries that open protected paths. */
export const openPaths = (allow: readonly string[]): string[] =>
  allow.filter((entry) => entry.startsWith(pathMark)).map((entry) => entry.slice(pathMark.length));
