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
      const x = slide(old, now, stepDown(furthest, k, d) ? at(furthest, k + 1) : at(furthest, k - 1) + 1, k);
      furthest.set(k, x);
      if (x >= old.length && x - k >= now.length) return walkBack(trace, old.length, now.length);
    }
  }
  return [];
};

/** Along a diagonal as far as both are the same. */
const slide = (old: readonly string[], now: readonly string[], from: number, k: number): number => {
  let x = from;
  while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
  return x;
};

const at = (furthest: ReadonlyMap<number, number>, k: number): number => furthest.get(k) ?? -1;

const stepDown = (furthest: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && at(furthest, k - 1) < at(furthest, k + 1));

type Furthest = ReadonlyMap<number, number>;

const walkBack = (trace: readonly Furthest[], oldEnd: number, newEnd: number): [number, number][] => {
  const pairs: [number, number][] = [];
  let [x, y] = [oldEnd, newEnd];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const [fromX, fromY] = stepBefore(trace[d] ?? new Map(), x - y, d);
    for (; x > fromX && y > fromY; x -= 1, y -= 1) pairs.push([x - 1, y - 1]);
    [x, y] = [fromX, fromY];
  }
  return pairs.toReversed();
};

/** Where the last difference before diagonal `k` ended. */
const stepBefore = (furthest: ReadonlyMap<number, number>, k: number, d: number): [number, number] => {
  if (d === 0) return [0, 0];
  const previous = stepDown(furthest, k, d) ? k + 1 : k - 1;
  const x = at(furthest, previous);
  return [x, x - previous];
};
