/** Cutting text for people and prompts without losing its two ends. */
import { cutEnd, cutStart } from './cut.ts';

/** The head and the tail of a text that is too long, with a line that says how much is missing between them. */
export const headAndTail = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const head = cutEnd(text, Math.floor(limit / 3));
  const tail = cutStart(text, limit - Math.floor(limit / 3));
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
};

/** The first line, cut to a length. */
export const firstLine = (text: string, limit: number): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= limit ? line : `${cutEnd(line, limit - 1).trimEnd()}…`;
};

/** The last lines of a text. */
export const lastLines = (text: string, count: number): string => text.split('\n').slice(-count).join('\n');
