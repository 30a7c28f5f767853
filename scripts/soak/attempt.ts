/** What an agent does about a problem: right, wrong, cheating, or nothing at all, and in what trouble. */
import type { Random } from '../crash/random.ts';
import type { ScriptedCall, ScriptedEdit } from '../../test/fakes/scripted.ts';
import type { Language, TestFile } from './language.ts';
import type { Problem } from './problem.ts';

/**
 * Who shows that it is wrong. cheating: a gate that reads it; breaking: a test that passed; plausible: the test of the
 * problem, where there is one; sly: only the hidden test. refusing: it says that it cannot.
 */
export type Kind = 'right' | 'cheating' | 'breaking' | 'plausible' | 'sly' | 'refusing';

/** Whether the repository has a test that shows the problem, and how that is run. */
export type Seen = 'unseen' | 'red' | 'target' | 'reproduction';

export type Attempted = {
  name: string;
  kind: Kind;
  edits: readonly ScriptedEdit[];
  /** What is wrong with the call itself. */
  trouble?: { name: string; call: ScriptedCall };
};

type Draft = Omit<Attempted, 'trouble'>;
type Subject = { language: Language; problem: Problem; seen: Seen };

export const pickFrom = <T>(random: Random, list: readonly T[]): T => {
  const picked = list[random(list.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
};

/** The tests of the repository that speak about the problem. */
export const testsOf = ({ problem, seen }: Pick<Subject, 'problem' | 'seen'>): readonly string[] =>
  seen === 'red' ? [...problem.tests, problem.shows] : problem.tests;

const writes = ({ language, problem }: Subject, text: string): ScriptedEdit => ({
  file: language.sourcePath(problem),
  write: text,
});

const rightOf = (random: Random, subject: Subject): Draft => {
  const { language, problem } = subject;
  const [name, text] = pickFrom(random, Object.entries(problem.right));
  if (random(3) > 0) return { name, kind: 'right', edits: [writes(subject, text)] };
  const path = language.testPath(problem);
  const test = { file: path, write: language.testText(problem, [...testsOf(subject), problem.more], path) };
  return { name: `${name}, with a test`, kind: 'right', edits: [writes(subject, text), test] };
};

const tamperedFile = (random: Random, { language, problem, seen }: Subject): TestFile =>
  (seen === 'target' || seen === 'reproduction') && random(2) === 0
    ? { path: language.checkPath(problem), tests: [problem.shows], problem }
    : { path: language.testPath(problem), tests: testsOf({ problem, seen }), problem };

/** The tests are tampered with, and the code looks as if something had been done; or something was. */
const tamperingOf = (random: Random, subject: Subject): Draft => {
  const { language, problem } = subject;
  const [name, tamper] = pickFrom(random, Object.entries(language.tamperings));
  const isRight = random(6) === 0;
  const text = isRight ? (Object.values(problem.right)[0] ?? '') : problem.plausible;
  const edits = [writes(subject, text), ...tamper(tamperedFile(random, subject))];
  return { name: isRight ? `right, and ${name}` : name, kind: 'cheating', edits };
};

const cheatOf = (random: Random, subject: Subject): Draft => {
  const { problem, seen } = subject;
  const all = Object.entries({ ...problem.cheats, ...(seen !== 'unseen' && problem.byTests) });
  if (all.length === 0) return tamperingOf(random, subject);
  const [name, text] = pickFrom(random, all);
  return { name, kind: 'cheating', edits: [writes(subject, text)] };
};

const commentOf = (_random: Random, subject: Subject): Draft => {
  const { language, problem } = subject;
  const code = problem.code.split('\n');
  code.splice(problem.line - 1, 0, language.comment(`${problem.title}: this has been taken care of`));
  return { name: 'comment only', kind: 'cheating', edits: [writes(subject, code.join('\n'))] };
};

const suppressionOf = (random: Random, subject: Subject): Draft => {
  const { language, problem } = subject;
  const text = language.suppressed(random(2) === 0 ? problem.code : problem.plausible);
  return { name: 'suppression', kind: 'cheating', edits: [writes(subject, text)] };
};

const plain =
  (name: string, kind: Kind, text: (problem: Problem) => string) =>
  (_random: Random, subject: Subject): Draft => ({ name, kind, edits: [writes(subject, text(subject.problem))] });

/** One in a hundred, by how often. */
const draws: readonly (readonly [number, (random: Random, subject: Subject) => Draft])[] = [
  [44, rightOf],
  [17, tamperingOf],
  [14, cheatOf],
  [4, commentOf],
  [4, suppressionOf],
  [7, plain('plausible', 'plausible', ({ plausible }) => plausible)],
  [4, plain('breaking', 'breaking', ({ breaking }) => breaking)],
  [3, plain('sly', 'sly', ({ sly, plausible }) => sly ?? plausible)],
  [3, () => ({ name: 'says that it cannot', kind: 'refusing', edits: [] })],
];

const drawn = (random: Random): (typeof draws)[number][1] => {
  let at = random(100);
  for (const [share, draw] of draws) {
    if (at < share) return draw;
    at -= share;
  }
  return rightOf;
};

const troubles: readonly { name: string; call: ScriptedCall }[] = [
  { name: 'slow', call: { sleepMs: 400 } },
  { name: 'slower', call: { sleepMs: 1_200 } },
  { name: 'crashes', call: { exit: 1 } },
  { name: 'is killed', call: { kill: 'SIGKILL' } },
  { name: 'is silent', call: { answer: 'silent' } },
  { name: 'answers half', call: { answer: 'cut' } },
  { name: 'prints a lot', call: { print: 2_000_000 } },
  { name: 'hangs', call: { hangAfter: true } },
];

/** A sly one where there is none is a plausible one. */
const honestKind = (draft: Draft, { problem }: Subject): Draft =>
  draft.kind === 'sly' && problem.sly === undefined ? { ...draft, name: 'plausible', kind: 'plausible' } : draft;

export const attemptAt = (random: Random, subject: Subject): Attempted => {
  const draft = honestKind(drawn(random)(random, subject), subject);
  return random(8) === 0 ? { ...draft, trouble: pickFrom(random, troubles) } : draft;
};

/** Whether anything but the hidden test can show that it is wrong. */
export const isShown = (kind: Kind, seen: Seen): boolean =>
  kind === 'cheating' || kind === 'breaking' || (kind === 'plausible' && seen !== 'unseen');
