/** Whether a patch leaves all that was there, and only puts something beside it. */
import type { SourceChange } from './change.ts';
import { codeLines } from './code-lines.ts';

const tokensOf = (text: string): string[] => text.match(/\w+|[^\s\w]/g) ?? [];

/** All of the one is in the other, in its order. */
export const isWithin = (some: string, other: string): boolean => {
  const rest = tokensOf(other);
  let at = 0;
  return tokensOf(some).every((token) => {
    const found = rest.indexOf(token, at);
    at = found + 1;
    return found !== -1;
  });
};

const keepsLines = ({ before, after }: SourceChange): boolean => {
  const added = codeLines(after).map(({ text }) => text);
  const all = added.join('\n');
  return codeLines(before).every(({ text }) => added.some((now) => isWithin(text, now)) || isWithin(text, all));
};

export const keepsAll = (changes: readonly SourceChange[]): boolean => changes.every(keepsLines);
