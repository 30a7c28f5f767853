/** Finds the line of a later version that reads most like a line which is gone. */
import type { Gap } from './unique-lines.ts';

const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];

/** Beyond this, a rewritten part is not searched for one line. */
const mostSearched = 2_000;

/** The line that has most words in common with it, if it has half of them. */
export const mostAlike = (line: string, now: readonly string[], { nowFrom, nowTo }: Gap): number | null => {
  if (nowTo - nowFrom > mostSearched) return null;
  const words = wordsOf(line);
  let best: { at: number; likeness: number } | null = null;
  for (let at = nowFrom; at < nowTo; at += 1) {
    const likeness = likenessOf(words, wordsOf(now[at] ?? ''));
    if (likeness >= 0.5 && likeness > (best?.likeness ?? 0)) best = { at, likeness };
  }
  return best?.at ?? null;
};

const likenessOf = (some: readonly string[], others: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of some) {
    const times = left.get(word) ?? 0;
    if (times === 0) continue;
    left.set(word, times - 1);
    shared += 1;
  }
  return some.length + others.length === 0 ? 0 : (2 * shared) / (some.length + others.length);
};
