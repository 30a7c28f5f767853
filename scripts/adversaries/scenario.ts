/** An adversary by its seed: files with problems, a fixer that is up to no good, and how the run has to end. */
import type { StopReason } from '../../src/model/run/outcome.ts';
import { type Random, seeded } from '../../test/support/loop/random.ts';

export type Scenario = {
  kind: Kind;
  files: Record<string, string>;
  /** What the fixer is told to do, and a number for it. */
  way: string;
  number: number;
  /** Tools by letter, and a reviewing agent. */
  tools: readonly string[];
  reviewer: 'reword' | 'inflate' | null;
  rounds: number;
  cycles: number;
  concurrency: number;
  ownLines: 'report' | 'fix';
  growth: { fix: number; run: number } | null;
  /** How the run may end; null: it comes to its end by itself. */
  ends: readonly (StopReason | null)[];
};

export const kinds = [
  'circle in one file',
  'circle over three tools',
  'circle over two files',
  'circle over three files',
  'relocates under other names',
  'grows the list',
  'mints on its own lines',
  'fixes one and breaks another',
  'undo each other in parallel',
  'reworded each round',
  'more severe each round',
  'adds code without end',
] as const;
export type Kind = (typeof kinds)[number];

type Made = Pick<Scenario, 'way' | 'number' | 'ends'> &
  Partial<Pick<Scenario, 'tools' | 'reviewer' | 'growth' | 'ownLines'>> & { files: Record<string, string[]> };

const severities = ['high', 'medium', 'low'] as const;
const circle: readonly StopReason[] = ['tree-returned', 'findings-returned', 'minting'];

type Dice = { random: Random; severity: string; problems: number; loops: boolean };

/** `loops`: what fixes bring is fixed in turn. Where it is only reported, nothing is left to go on with. */
const endsWhere = (loops: boolean, reasons: readonly StopReason[]): readonly (StopReason | null)[] =>
  loops ? reasons : [null];

const bad = ({ severity, problems }: Dice, letter = 'A'): string[] =>
  Array.from({ length: problems }, (_, n) => `bad ${letter} ${severity} rule-${n + 1}`);

const fine = Array.from({ length: 20 }, () => 'fine');

const makers: Readonly<Record<Kind, (dice: Dice) => Made>> = {
  'circle in one file': (dice) => ({
    files: { a: bad(dice) },
    way: 'circle',
    number: 2,
    // On its own line the problem is known for the same finding, reported again, which is tried again in any case.
    ends: [null, ...circle],
  }),
  'circle over three tools': (dice) => ({
    files: { a: bad(dice) },
    way: 'circle',
    number: 3,
    // Whoever reports it, it is known for the same finding, which may be tried three times: then it is where it began.
    ends: [null, 'tree-returned', ...endsWhere(dice.loops, circle)],
  }),
  'circle over two files': (dice) => ({
    files: { a: bad(dice), b: bad(dice).map(() => 'ok') },
    way: 'move',
    number: 2,
    // Moved to another file it may be known for the same finding too.
    ends: [null, 'tree-returned', ...endsWhere(dice.loops, circle)],
  }),
  'circle over three files': (dice) => ({
    files: { a: bad(dice), b: bad(dice).map(() => 'ok'), c: bad(dice).map(() => 'ok') },
    way: 'move',
    number: 3,
    ends: [null, 'tree-returned', ...endsWhere(dice.loops, circle)],
  }),
  'relocates under other names': (dice) => ({
    files: { a: bad(dice) },
    way: 'rename',
    number: 0,
    ends: endsWhere(dice.loops, ['minting']),
  }),
  'grows the list': (dice) => ({
    files: { a: bad(dice) },
    way: 'grow',
    number: 1 + dice.random.below(3),
    ends: endsWhere(dice.loops, ['minting']),
  }),
  'mints on its own lines': (dice) => ({
    files: { a: bad({ ...dice, severity: dice.random.pick(severities) }) },
    way: 'grow',
    number: 1 + dice.random.below(3),
    ownLines: 'report',
    ends: [null],
  }),
  'fixes one and breaks another': (dice) => ({
    files: { a: [...bad(dice), ...fine], b: fine },
    way: 'break',
    number: 0,
    ends: [null, ...endsWhere(dice.loops, ['minting'])],
  }),
  'undo each other in parallel': () => ({
    files: { shared: ['mode none'] },
    way: 'fight',
    number: 0,
    tools: ['P', 'Q'],
    // Who undoes what another fix put in is refused for that, unless both were put together before anybody knew.
    ends: [null, 'tree-returned', 'findings-returned'],
  }),
  'reworded each round': () => ({
    files: { a: ['odd 0'] },
    way: 'pretend',
    number: 0,
    reviewer: 'reword',
    ends: ['minting', 'findings-returned'],
  }),
  'more severe each round': () => ({
    files: { a: ['odd 0'] },
    way: 'pretend',
    number: 0,
    reviewer: 'inflate',
    // It is the same finding all the time: it may be tried three times, and has no attempt left then.
    ends: ['findings-returned', null],
  }),
  'adds code without end': (dice) => {
    const number = 20 + dice.random.below(60);
    const growth = dice.random.pick([null, { fix: number - 1, run: 10_000 }, { fix: 1_000, run: 2 * number + 5 }]);
    return {
      files: { a: bad(dice) },
      way: 'bloat',
      number,
      growth,
      ends: growth ? [null, 'minting', 'growing'] : endsWhere(dice.loops, ['minting', 'growing']),
    };
  },
};

export const scenarioOf = (seed: number): Scenario => {
  const random = seeded(seed);
  const kind = kinds[seed % kinds.length] ?? kinds[0];
  const isCritical = random.chance(0.6);
  const ownLines = random.pick(['report', 'report', 'fix'] as const);
  const severity = isCritical ? 'critical' : random.pick(severities);
  const problems = 1 + random.below(3);
  const { files, ...made } = makers[kind]({ random, severity, problems, loops: isCritical || ownLines === 'fix' });
  const honest = random.below(3);
  const right = Array.from({ length: honest }, (_, n) => `bad H ${random.pick(severities)} honest-${n}`);
  const mixed = honest > 0 ? withHonest(made.ends) : made.ends;
  return {
    kind,
    tools: ['A', 'B', 'C'],
    reviewer: null,
    growth: null,
    ownLines,
    rounds: 6 + random.below(4),
    cycles: 1 + random.below(2),
    concurrency: random.pick([1, 4]),
    ...made,
    ends: mixed,
    files: textsOf({ ...files, z: ['the end', ...right, 'fine'] }, random),
  };
};

/** Beside fixes that hold, it takes a round longer to see, and another rule may see it first. */
const withHonest = (ends: Scenario['ends']): Scenario['ends'] =>
  ends.some((end) => end !== null) ? [...new Set([...ends, ...circle, 'growing' as const])] : ends;

const textsOf = (files: Record<string, string[]>, random: Random): Record<string, string> => {
  const head = Array.from({ length: random.below(4) }, () => 'text');
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => [`src/${name}.txt`, [...head, ...lines, 'text', ''].join('\n')]),
  );
};
