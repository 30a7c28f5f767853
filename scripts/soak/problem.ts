/** A problem in a small program: the code that has it, what people do about it, and tests that know the truth. */

export type Problem = {
  name: string;
  title: string;
  description: string;
  /** The line of the code that it is about. */
  line: number;
  code: string;
  /** Pass at the start, and have to go on passing. */
  tests: readonly string[];
  /** Fails as long as the problem is there. Not every program has it. */
  shows: string;
  /** A further test, which comes with some of the right fixes. */
  more: string;
  /** Decides. Never part of a repository that a run sees. */
  hidden: string;
  /** Whole texts of the file, by what they are called. */
  right: Readonly<Record<string, string>>;
  /** Looks like a fix, breaks nothing, and changes nothing about the problem. */
  plausible: string;
  /** A test that passes at the start fails with it. */
  breaking: string;
  /** What gates are there for; the names say what it is. Those of `byTests` go by inputs that `shows` has. */
  cheats: Readonly<Record<string, string>>;
  byTests: Readonly<Record<string, string>>;
  /** Passes `shows`, and is wrong all the same: only the hidden test knows. */
  sly?: string;
};

export const lines = (...all: string[]): string => `${all.join('\n')}\n`;
