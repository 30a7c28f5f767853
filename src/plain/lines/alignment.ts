/** Which parts of a text are still there in a later version of it, and where. */
import { commonPairs } from './common-pairs.ts';

/** The same characters at `from` in the old text and at `to` in the new one. */
export type Block = { from: number; to: number; length: number };

/** Blocks in rising order, as long as possible: lines first, then words inside of lines that changed. */
export const alignTexts = (old: string, now: string): Block[] => {
  if (old === now) return [{ from: 0, to: 0, length: old.length }];
  const end = { from: old.length, to: now.length, length: 0 };
  const byLines = [...alignTokens(splitLines(old), splitLines(now)), end];
  return joined(byLines.flatMap((block, index) => [...wordsBetween(old, now, byLines[index - 1], block), block]));
};

const start: Block = { from: 0, to: 0, length: 0 };

const wordsBetween = (old: string, now: string, before: Block = start, behind: Block): Block[] => {
  const from = before.from + before.length;
  const to = before.to + before.length;
  const words = alignTokens(splitWords(old.slice(from, behind.from)), splitWords(now.slice(to, behind.to)));
  return words.map((block) => ({ from: from + block.from, to: to + block.to, length: block.length }));
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

/** How many tokens both begin with. */
const sharedHead = (old: readonly string[], now: readonly string[]): number => {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  return head;
};

/** How many tokens both end with, behind what they begin with. */
const sharedTail = (old: readonly string[], now: readonly string[], head: number): number => {
  const most = Math.min(old.length, now.length) - head;
  let tail = 0;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return tail;
};

/** Index pairs of the longest common subsequence of two token lists. */
export const alignLists = (old: readonly string[], now: readonly string[]): [number, number][] => {
  const head = sharedHead(old, now);
  const tail = sharedTail(old, now, head);
  const [oldEnd, newEnd] = [old.length - tail, now.length - tail];
  const middle = commonPairs(old.slice(head, oldEnd), now.slice(head, newEnd));
  return [
    ...pairsFrom(0, 0, head),
    ...middle.map(([i, j]): [number, number] => [i + head, j + head]),
    ...pairsFrom(oldEnd, newEnd, tail),
  ];
};

const pairsFrom = (i: number, j: number, length: number): [number, number][] =>
  Array.from({ length }, (_, at) => [i + at, j + at]);

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
