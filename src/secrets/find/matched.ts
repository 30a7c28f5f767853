/** A value at a place in a text. */
import type { Span } from './span.ts';

/** A telling name in a text: how it is called, and where. */
export type Named = { text: string; called: string; index: number; end: number };

/** What the last group of a sticky expression has, if it is judged to be a value; it ends where the match ends. */
export const matched = (pattern: RegExp, text: string, at: number, judge: (value: string) => boolean): Span | null => {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.at(-1);
  if (value === undefined || !judge(value)) return null;
  return { start: pattern.lastIndex - value.length, end: pattern.lastIndex };
};
