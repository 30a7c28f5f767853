/** The longest common subsequence of two lists (Myers' algorithm). */

/** Beyond this many differences two versions count as unrelated where they differ; keeps memory and time small. */
const mostDifferences = 1_000;

/** Index pairs of equal tokens; none when the lists differ too much. */
export const commonPairs = (old: readonly string[], now: readonly string[]): [number, number][] => {
  const trace: Map<number, number>[] = [];
  const furthest = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(mostDifferences, old.length + now.length); d += 1) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      let x = stepDown(furthest, k, d) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= old.length && x - k >= now.length) return walkBack(trace, old.length, now.length);
    }
  }
  return [];
};

const at = (furthest: ReadonlyMap<number, number>, k: number): number => furthest.get(k) ?? -1;

const stepDown = (furthest: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && at(furthest, k - 1) < at(furthest, k + 1));

const walkBack = (
  trace: readonly ReadonlyMap<number, number>[],
  oldEnd: number,
  newEnd: number,
): [number, number][] => {
  const pairs: [number, number][] = [];
  let x = oldEnd;
  let y = newEnd;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const furthest = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const previous = stepDown(furthest, k, d) ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(furthest, previous);
    const fromY = d === 0 ? 0 : fromX - previous;
    for (; x > fromX && y > fromY; x -= 1, y -= 1) pairs.push([x - 1, y - 1]);
    x = fromX;
    y = fromY;
  }
  return pairs.toReversed();
};
