/** Lines that say something, and how many of them are still there. */
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';

/** Not a bracket or a keyword alone. */
export const isTelling = (text: string): boolean =>
  /\w{2}/.test(text) &&
  !/^#!?\[/.test(text) &&
  !/^(?:else|try|finally|do|end|return;?|import\b.*|from\b.*|use\b.*)\W*$/.test(text);

export const tellingLines = (changes: readonly SourceChange[], which: 'before' | 'after'): string[] =>
  changes.flatMap((change) =>
    codeLines(change[which])
      .map(({ text }) => text)
      .filter(isTelling),
  );

/** How much of what a text had is still there, as whole lines. */
export const shareKept = (text: string, added: ReadonlySet<string>): number => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(isTelling);
  return lines.length === 0 ? 1 : lines.filter((line) => added.has(line)).length / lines.length;
};
