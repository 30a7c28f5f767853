/** Which test after is which test before: by name, then by what is in it. */
import type { Unit } from '../model.ts';
import { likeness, tokensOf } from '../text/tokens.ts';
import { bestPairs } from './best-pairs.ts';

export type Pair = { before: Unit; after: Unit };
export type Paired = { pairs: Pair[]; lost: Unit[]; added: Unit[] };

type Key = (unit: Unit) => string;

/** Takes those of the same key together, in the order in which they come. */
const pairBy = (key: Key, { pairs, lost, added }: Paired): Paired => {
  const waiting = Map.groupBy(added, key);
  const found = lost.flatMap((before): Pair[] => {
    const after = waiting.get(key(before))?.shift();
    return after === undefined ? [] : [{ before, after }];
  });
  const taken = new Set(found.flatMap(({ before, after }) => [before, after]));
  const isLeft = (unit: Unit): boolean => !taken.has(unit);
  return { pairs: [...pairs, ...found], lost: lost.filter(isLeft), added: added.filter(isLeft) };
};

const alike = 0.6;
const most = 400;

/** The best first. */
const pairByContent = ({ pairs, lost, added }: Paired): Paired => {
  const words = new Map([...lost, ...added].map((unit) => [unit, tokensOf(unit.text)]));
  const wordsOf = (unit: Unit): string[] => words.get(unit) ?? [];
  const scored = lost
    .slice(0, most)
    .flatMap((before) =>
      added.slice(0, most).map((after) => ({ before, after, score: likeness(wordsOf(before), wordsOf(after)) })),
    )
    .filter(({ score, before, after }) => score >= alike && before.kind === after.kind);
  const { found, isLeft } = bestPairs(scored);
  return { pairs: [...pairs, ...found], lost: lost.filter(isLeft), added: added.filter(isLeft) };
};

const byPath: Key = (unit) => `${unit.kind}\n${unit.path}`;
const byName: Key = (unit) => `${unit.kind}\n${unit.name}`;

/** The path that a file of before has now, and the other way round, is taken as one. */
export const pairUnits = (
  before: readonly Unit[],
  after: readonly Unit[],
  pathNow: (path: string) => string,
): Paired => {
  const start: Paired = { pairs: [], lost: [...before], added: [...after] };
  const byFile: Key = (unit) => `${pathNow(unit.file)}\n${unit.kind}\n${unit.path}`;
  return pairByContent([byFile, byPath, byName].reduce((paired, key) => pairBy(key, paired), start));
};
