/** Where the findings of a file went: to which file, and by how many lines each part of it moved. */
import type { Ready } from './recognisable.ts';

export type Pair = readonly [before: Ready, now: Ready];

export type Drift = {
  /** The file that most findings of this one are in now; itself as long as nothing is known. */
  successor: (file: string) => string;
  /** The line where a finding is expected by its nearest neighbours before and behind it. */
  expected: (finding: Ready, file: string) => readonly number[];
};

const lastBefore = (pairs: readonly Pair[], line: number): number => {
  let low = 0;
  let high = pairs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pairs[middle]?.[0].line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Of equally frequent ones the file itself, if it is among them. */
const mostFrequent = (pairs: readonly Pair[], self: string): string => {
  const counts = new Map<string, number>();
  for (const [, { file }] of pairs) counts.set(file, (counts.get(file) ?? 0) + 1);
  const rank = (file: string): string => (file === self ? '' : file);
  return [...counts].sort(([a, m], [b, n]) => n - m || (rank(a) < rank(b) ? -1 : 1))[0]?.[0] ?? self;
};

export const driftOf = (pairs: readonly Pair[]): Drift => {
  const byFile = Map.groupBy(pairs, ([{ file }]) => file);
  const byFiles = Map.groupBy(
    pairs.toSorted(([a], [b]) => a.line - b.line),
    ([a, b]) => `${a.file}\u0000${b.file}`,
  );
  const successors = new Map([...byFile].map(([file, own]) => [file, mostFrequent(own, file)]));
  return {
    successor: (file) => successors.get(file) ?? file,
    expected: (finding, file) => {
      const own = byFiles.get(`${finding.file}\u0000${file}`) ?? [];
      const at = lastBefore(own, finding.line);
      return [own[at], own[at + 1]].flatMap((pair) => (pair ? [finding.line + pair[1].line - pair[0].line] : []));
    },
  };
};
