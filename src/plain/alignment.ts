/** Which parts of a text are still there in a later version of it, and where. */

/** The same characters at `from` in the old text and at `to` in the new one. */
export type Block = { from: number; to: number; length: number };

/** Beyond this many differences two versions count as unrelated where they differ; keeps memory and time small. */
const mostDifferences = 1_000;

/** Blocks in rising order, as long as possible: lines first, then words inside of lines that changed. */
export const alignTexts = (old: string, now: string): Block[] => {
  if (old === now) return [{ from: 0, to: 0, length: old.length }];
  const byLines = alignTokens(splitLines(old), splitLines(now));
  const blocks: Block[] = [];
  let from = 0;
  let to = 0;
  const addGap = (oldEnd: number, newEnd: number): void => {
    const inside = alignTokens(splitWords(old.slice(from, oldEnd)), splitWords(now.slice(to, newEnd)));
    for (const block of inside) blocks.push({ from: from + block.from, to: to + block.to, length: block.length });
  };
  for (const block of byLines) {
    addGap(block.from, block.to);
    blocks.push(block);
    from = block.from + block.length;
    to = block.to + block.length;
  }
  addGap(old.length, now.length);
  return joined(blocks);
};

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+|\s|./gsu) ?? [];

const joined = (blocks: readonly Block[]): Block[] => {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.length === 0) continue;
    if (last !== undefined && last.from + last.length === block.from && last.to + last.length === block.to)
      last.length += block.length;
    else result.push({ ...block });
  }
  return result;
};

/** Index pairs of the longest common subsequence of two token lists (Myers' algorithm). */
export const alignLists = (old: readonly string[], now: readonly string[]): [number, number][] => {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  const oldMiddle = old.slice(head, old.length - tail);
  const newMiddle = now.slice(head, now.length - tail);
  const pairs = commonPairs(oldMiddle, newMiddle).map(([i, j]): [number, number] => [i + head, j + head]);
  return [
    ...old.slice(0, head).map((_, i): [number, number] => [i, i]),
    ...pairs,
    ...old.slice(old.length - tail).map((_, i): [number, number] => [old.length - tail + i, now.length - tail + i]),
  ];
};

/** The same as blocks of characters. */
const alignTokens = (old: readonly string[], now: readonly string[]): Block[] => {
  const both = alignLists(old, now);
  const oldAt = offsets(old);
  const newAt = offsets(now);
  return joined(both.map(([i, j]) => ({ from: oldAt[i] ?? 0, to: newAt[j] ?? 0, length: old[i]?.length ?? 0 })));
};

const offsets = (tokens: readonly string[]): number[] => {
  let at = 0;
  return tokens.map((token) => {
    at += token.length;
    return at - token.length;
  });
};

/** Index pairs of equal tokens; none when the lists differ too much. */
const commonPairs = (old: readonly string[], now: readonly string[]): [number, number][] => {
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
