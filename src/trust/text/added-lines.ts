/** Which lines a file has now that it did not have before, whatever their order: moved lines are not new. */
import type { ReadFile } from '../read-patch.ts';

const countOf = (lines: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return counts;
};

/** Numbers of lines, from 1. Another indentation makes no new line. */
export const addedLines = ({ before, after }: Pick<ReadFile, 'before' | 'after'>): number[] => {
  if (after === null || before?.text === after.text) return [];
  const left = countOf(before?.lines ?? []);
  const added: number[] = [];
  for (const [index, line] of after.lines.entries()) {
    const times = left.get(line.trim()) ?? 0;
    if (times > 0) left.set(line.trim(), times - 1);
    else added.push(index + 1);
  }
  return added;
};
