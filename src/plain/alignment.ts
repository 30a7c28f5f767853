/** Which parts of a text are still there in a later version of it, and where. */
import { commonPairs } from './common-pairs.ts';

/** The same characters at `from` in the old text and at `to` in the new one. */
export type Block = { from: number; to: number; length: number };

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
