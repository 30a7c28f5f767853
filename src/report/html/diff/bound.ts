/** Keeps a diff readable and the page small: long diffs and long lines are cut, and what was cut is said. */
import { grouped } from '../../../views/words/amounts.ts';
import { cutText } from '../../../plain/clean-text.ts';

/** More of one change than this nobody reads in a report. */
export const mostLines = 400;
/** A line of packed code would be megabytes. */
const longestLine = 600;
/** Of the whole page: 500 findings with large changes still open at once. */
export const mostLinesInAll = 60_000;

/** Where the first lines end; -1 where there are no more. */
const endOfLines = (text: string, most: number): number => {
  let at = -1;
  for (let n = 0; n < most; n += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return -1;
  }
  return at;
};

const linesIn = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') || text === '' ? lines : lines + 1;
};

/** `more`: how many lines were left out. */
export const firstLines = (text: string, most: number): { shown: string; lines: number; more: number } => {
  const end = endOfLines(text, most);
  const shown = end === -1 ? text : text.slice(0, end + 1);
  return { shown, lines: linesIn(shown), more: end === -1 ? 0 : linesIn(text.slice(end + 1)) };
};

export const shortLine = (text: string): string => {
  if (text.length <= longestLine) return text;
  const kept = cutText(text, longestLine);
  return `${kept} … (${grouped(text.length - kept.length)} more characters)`;
};
