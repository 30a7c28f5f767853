/** Tests as they are compared: the same for all languages and frameworks. */
import type { SyntaxNode } from '../syntax/node.ts';

/** How a check compares, from the strictest to the weakest. */
export type Kind = 'exact' | 'length' | 'approximate' | 'partial' | 'throws' | 'bound' | 'truth' | 'weak' | 'either';

/** What stands between a check and its being run, or between its failing and the test's failing. */
export type Guard = {
  kind:
    | 'condition'
    | 'exit'
    | 'loop'
    | 'swallowed'
    | 'uncalled'
    | 'unawaited'
    | 'raises'
    | 'catch'
    | 'after-end'
    | 'callback';
  text: string;
};

/** What a test says about one value; a row of a table that it goes through is one too. */
export type Check = {
  kind: Kind | 'row' | 'helper';
  /** The higher, the stricter. */
  level: number;
  positive: boolean;
  subject: string;
  expected: string;
  /** The largest difference that is let pass. */
  tolerance?: number;
  /** As it is written, names replaced by what they stand for. */
  text: string;
  line: number;
  guards: readonly Guard[];
  /** Of a row: the values that all rows share, since the check that goes through them says them. */
  shared?: readonly string[];
  /** It holds whatever the code does. */
  isConstant: boolean;
};

/** A line of a test that keeps it from being run, lets it fail, or gives it more time; `when`: only if that holds. */
export type Mark = { text: string; line: number; when?: readonly Guard[] };

/** A test, or what tests are made of. */
export type Unit = {
  kind: 'test' | 'group' | 'hook' | 'helper' | 'file';
  name: string;
  /** With the names of the groups around it. */
  path: string;
  file: string;
  line: number;
  endLine: number;
  text: string;
  parent: Unit | null;
  checks: Check[];
  skips: Mark[];
  focuses: Mark[];
  limits: Mark[];
  retries: Mark[];
  mocks: Mark[];
  /** What stands around it. */
  guards: Guard[];
  /** Its calls as they are written, whole chains only. */
  called: { name: string; text: string; node: SyntaxNode | null }[];
  /** Functions that it calls, by their last names. */
  calls: Set<string>;
  /** Comparisons that a function answers with: checks for those that ask it. */
  answers: Check[];
  /** Files that it writes. */
  writes: Mark[];
  /** What a function returns, where it does so once. */
  returns: string | null;
  /** What a test is given to assert with: `st` of `t.test('…', (st) => …)`. */
  tester: string | null;
  /** What its names stand for; null where that cannot be said. */
  names: Map<string, string | null>;
};
