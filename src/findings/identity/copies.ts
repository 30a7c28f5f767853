/** Pairs across files that are copies of code which stayed where it was. */
import { driftOf, type Pair } from './drift.ts';
import type { Ready } from './recognisable.ts';

/** How far away, in lines, a finding still is a neighbour. */
const nearby = 8;
const mostNeighbours = 3;

/** Up or down from a finding, within its file. */
const neighboursFrom = (now: readonly Ready[], at: number, step: 1 | -1): Ready[] => {
  const to = now[at];
  const neighbours: Ready[] = [];
  if (!to) return neighbours;
  for (let next = at + step; neighbours.length < mostNeighbours; next += step) {
    const each = now[next];
    if (each?.file !== to.file || Math.abs(each.line - to.line) > nearby) break;
    if (each.line !== to.line) neighbours.push(each);
  }
  return neighbours;
};

/**
 * Pairs across files hold only where neighbours came along: among neighbours that are new, it is a copy of code that
 * stayed where it was. Where the whole file went there, nothing stayed.
 */
export const withoutCopies = (pairs: readonly Pair[], now: readonly Ready[]): readonly Pair[] => {
  const { successor } = driftOf(pairs);
  const origin = new Map(pairs.map(([a, b]) => [b, a.file]));
  const position = new Map(now.map((each, at) => [each, at]));
  const isCopy = ([a, b]: Pair): boolean => {
    if (a.file === b.file || successor(a.file) === b.file) return false;
    const at = position.get(b) ?? 0;
    const neighbours = [...neighboursFrom(now, at, -1), ...neighboursFrom(now, at, 1)];
    return neighbours.some((each) => !origin.has(each)) && !neighbours.some((each) => origin.get(each) === a.file);
  };
  return pairs.filter((pair) => !isCopy(pair));
};
