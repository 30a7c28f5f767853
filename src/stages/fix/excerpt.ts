/** The lines around a finding: what a fixer needs to see, not the whole file. */
import { cutEnd } from '../../plain/cut.ts';

const around = 12;
const most = 120;
const longestLine = 400;
/** No secret has more lines: one that begins or ends outside of the excerpt is seen as a whole. */
const reach = 400;

type Clean = (text: string) => string;

/** These lines, counted from 1. Cleaned as a whole before anything is left out; that keeps the number of lines. */
export const cleanLines = (all: readonly string[], first: number, last: number, clean: Clean): string[] => {
  const from = Math.max(0, first - 1 - reach);
  return clean(all.slice(from, last + reach).join('\n'))
    .split('\n')
    .slice(first - 1 - from, last - from);
};

export const shortLine = (line: string): string => (line.length > longestLine ? `${cutEnd(line, longestLine)}…` : line);

const linesAround = (
  text: string,
  line: number | undefined,
  endLine: number | undefined,
  clean: Clean,
): { first: number; last: number; lines: string[] } => {
  const all = text.split('\n');
  const first = Math.max(1, (line ?? 1) - around);
  const last = Math.min(all.length, Math.min((endLine ?? line ?? 1) + around, first + most - 1));
  return { first, last, lines: cleanLines(all, first, last, clean).map(shortLine) };
};

/** With their numbers, for whoever looks for them in the file. */
export const excerptOf = (
  text: string,
  line: number | undefined,
  endLine: number | undefined,
  clean: Clean,
): string => {
  const { first, last, lines } = linesAround(text, line, endLine, clean);
  const width = String(last).length;
  return lines.map((content, index) => `${String(first + index).padStart(width)} | ${content}`).join('\n');
};

/** The same as plain code, for the files of a plan. */
export const snippetOf = (text: string, line: number | undefined, endLine: number | undefined, clean: Clean): string =>
  linesAround(text, line, endLine, clean).lines.join('\n');
