/**
 * What a trial of the campaign fixes: findings in twenty files, each on a line of its own that says what its fix is
 * like. A fix makes `done` of `todo`. Pure: the same case and seed give the same scenario.
 */
import { type Random, randomFrom } from '../crash/random.ts';
import type { Case } from './cases.ts';

/** How a fix behaves: two of a `pair` fail together, one of two `half` ones fails without the other. */
export type Nature = { kind: 'fine' | 'bad' } | { kind: 'pair' | 'half'; with: number };

export type PlannedFix = { n: number; title: string; file: string; line: number; nature: Nature };

export type Scenario = {
  fixes: readonly PlannedFix[];
  /** Texts by path. */
  files: Readonly<Record<string, string>>;
  /** Numbers of runs that fail for no reason. */
  flakyRuns: readonly number[];
};

const files = 20;

const fileOf = (n: number, all: number): number => Math.floor((n * files) / all);

export const scenarioOf = (of: Case, seed: number): Scenario => {
  const random = randomFrom(seed * 7919 + of.n);
  const natures = naturesOf(of, random);
  const lines = new Map<string, string[]>();
  const fixes = natures.map((nature, n): PlannedFix => {
    const file = `src/f${String(fileOf(n, of.n)).padStart(2, '0')}.txt`;
    const text = lines.get(file) ?? ['first'];
    lines.set(file, text);
    for (let filler = fillers(random); filler > 0; filler -= 1) text.push('keep');
    const title = `problem ${String(n).padStart(4, '0')}`;
    text.push(`todo ${title} ${words(nature)}`);
    return { n, title, file, line: text.length, nature };
  });
  return {
    fixes,
    files: Object.fromEntries([...lines].map(([file, text]) => [file, `${text.join('\n')}\nlast\n`])),
    flakyRuns: flakyRuns(of.flaky ?? 0, random),
  };
};

const words = (nature: Nature): string => ('with' in nature ? `${nature.kind} ${nature.with}` : nature.kind);

/** Every third stands right below the one before it. */
const fillers = (random: Random): number => (random(3) === 0 ? 0 : 1 + random(3));

/** Everything lies at random places; but of two halves in one unit, the second lies in the file of the first. */
const naturesOf = (of: Case, random: Random): Nature[] => {
  const natures = Array.from({ length: of.n }, (): Nature => ({ kind: 'fine' }));
  const free = shuffled([...natures.keys()], random);
  const take = (nature: Nature, file?: number): number => {
    const at = free.find((n) => file === undefined || fileOf(n, of.n) === file);
    if (at === undefined) throw new Error(`${of.name}: there is no room for a fix that is ${nature.kind}`);
    free.splice(free.indexOf(at), 1);
    natures[at] = nature;
    return fileOf(at, of.n);
  };
  for (const kind of ['half', 'pair'] as const) {
    for (const number of Array.from({ length: of[kind] ?? 0 }).keys()) {
      const file = take({ kind, with: number });
      take({ kind, with: number }, of.oneCall === true ? file : undefined);
    }
  }
  for (let n = 0; n < (of.bad ?? 0); n += 1) take({ kind: 'bad' });
  return natures;
};

const shuffled = <T>(all: T[], random: Random): T[] => {
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    const [a, b] = [all[last], all[other]];
    if (a !== undefined && b !== undefined) [all[last], all[other]] = [b, a];
  }
  return all;
};

const mostRuns = 5_000;

/** Not the first: what the untouched start says is compared with, and no fix is at stake there. */
const flakyRuns = (share: number, random: Random): number[] =>
  share === 0
    ? []
    : Array.from({ length: mostRuns }, (_, index) => index + 2).filter(() => random(10_000) < share * 10_000);
