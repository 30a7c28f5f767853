/** A language of the soak: how a program of several problems is laid out, tested and tampered with. */
import type { ScriptedEdit } from '../../test/fakes/scripted.ts';
import type { Problem } from './problem.ts';

/** The tests of a problem as they are in the repository; the last one is what is tampered with. */
export type TestFile = { path: string; tests: readonly string[]; problem: Problem };

export type Language = {
  name: string;
  problems: readonly Problem[];
  /** Where its programs are, if not where all are; null where they are not on this machine, so that it is left out. */
  programs?: string | null;
  /** What every program has. */
  files: Readonly<Record<string, string>>;
  sourcePath: (problem: Problem) => string;
  testPath: (problem: Problem) => string;
  /** A test of its own, which the verification command does not run. */
  checkPath: (problem: Problem) => string;
  testText: (problem: Problem, tests: readonly string[], path: string) => string;
  verify: string;
  /** False where the command tells of no single tests: then one that fails before and after proves nothing (5.2). */
  tells?: false;
  /** As `verify.targets` and `verify.reproduction`. */
  target: { files: string; command: readonly string[] };
  reproduction: readonly string[];
  /** What a finding names as its reproduction. */
  reproducedBy: (problem: Problem) => string;
  /** A program that fails unless the problem is gone and nothing else is. */
  truth: (problem: Problem) => { path: string; text: string; run: string };
  comment: (text: string) => string;
  /** The code with a word to its checkers that they be quiet. */
  suppressed: (code: string) => string;
  /** By name: what is done to the tests so that they do not show the problem. */
  tamperings: Readonly<Record<string, (file: TestFile) => ScriptedEdit[]>>;
};

const rewritten = ({ path, problem }: TestFile, language: Language, tests: readonly string[]): ScriptedEdit[] => [
  { file: path, write: language.testText(problem, tests, path) },
];

/** Rewrites the last of the tests. */
export const lastTest =
  (language: () => Language, change: (test: string) => string) =>
  (file: TestFile): ScriptedEdit[] =>
    rewritten(file, language(), [...file.tests.slice(0, -1), change(file.tests.at(-1) ?? '')]);

export const withoutLastTest =
  (language: () => Language) =>
  (file: TestFile): ScriptedEdit[] =>
    rewritten(file, language(), file.tests.slice(0, -1));

/** Moved to where no runner looks. */
export const movedTo =
  (language: () => Language, name: (path: string) => string) =>
  ({ path, tests, problem }: TestFile): ScriptedEdit[] => [
    { file: path, delete: true },
    { file: name(path), write: language().testText(problem, tests, path) },
  ];
