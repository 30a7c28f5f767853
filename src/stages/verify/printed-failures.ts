/**
 * How much a command says in words that tests fail, where it reports no single ones (7.1). The number means nothing by
 * itself: it is compared with that of the start, and counts against a command that ends well, never for one.
 */
import { stripVTControlCharacters } from 'node:util';
import type { CommandEnd } from '../../model/verification.ts';

const numbers = [
  /\b(\d{1,7}) (?:tests? )?fail(?:ed|ing|ures?|s)?\b/gi,
  /\b(?:fail(?:ed|ures?|s)?|errors(?==))(?:=|: ?| )(\d{1,7})\b/gi,
];
/** `FAIL: name`, `[FAILED] name`, `--- FAIL: name`. */
const lines = /^\W{0,8}FAIL(?:ED|URE)?\b.*$/gm;

/** What is longer is no summary; and of a log that may have been cut not everything can be counted. */
const longestLine = 300;
const longestOutput = 1_000_000;

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);

export const printedFailures = (output: string): number => {
  if (output.length > longestOutput) return 0;
  const text = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .filter(({ length }) => length <= longestLine)
    .join('\n');
  return numbers.reduce((sum, pattern) => sum + sumOf(text, pattern), 0) + (text.match(lines)?.length ?? 0);
};

/** It ends well, and says that as much fails as when it did not. */
export const endsWellInSpite = (now: CommandEnd, before: CommandEnd): boolean => {
  const [said, known] = [now.printedFailures ?? 0, before.printedFailures ?? 0];
  return now.status === 'passed' && before.status === 'failed' && known > 0 && said >= known;
};
