/**
 * How many tests a command says it ran, by the lines of the runners that people use: all that is known where neither
 * JUnit nor TAP is written (7.1).
 */
import { stripVTControlCharacters } from 'node:util';
import type { CommandEnd } from '../../model/verification.ts';

type Counts = readonly { pattern: RegExp; isEach?: true; ran: readonly RegExp[] }[];

const passed = /(\d+) (?:passed|passing)/;
const failed = /(\d+) (?:failed|failing)/;

/** The first whose line is there has the word. `isEach`: its lines are added up; elsewhere the last one counts. */
const runners: Counts = [
  { pattern: /^test result: \w+\. .*$/gm, isEach: true, ran: [passed, failed] },
  { pattern: /^ *Tests:? +.*\d+ (?:passed|failed).*$/gm, ran: [passed, failed] },
  { pattern: /^=* ?(?:\d+ \w+, )*\d+ (?:passed|failed|skipped)\b.* in [\d.]+s.*$/gm, ran: [passed, failed] },
  { pattern: /^(?:ℹ|#) (?:pass|fail) \d+$/gm, isEach: true, ran: [/(\d+)$/] },
  { pattern: /^ *\d+ (?:passing|failing)\b.*$/gm, isEach: true, ran: [passed, failed] },
  { pattern: /^OK \(\d+ tests?, .*$/gm, ran: [/(\d+) tests?/] },
  { pattern: /^\d+ examples?, \d+ failures?.*$/gm, ran: [/(\d+) examples?/] },
];

const sumOf = (line: string, patterns: readonly RegExp[]): number =>
  patterns.reduce((sum, pattern) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);

const skippedOf = (line: string): number => sumOf(line, [/skipped[=:] ?(\d+)/i, /(\d+) (?:pending|skipped)/]);

/** What is counted with those that were skipped. */
const counted = (text: string): number | null => {
  const ran = [...text.matchAll(/^Ran (\d+) tests? in /gm)].at(-1)?.[1];
  if (ran !== undefined) return Number(ran) - skippedOf(/^(?:OK|FAILED) .*$/m.exec(text)?.[0] ?? '');
  const maven = [...text.matchAll(/^(?:\[\w+\] )?Tests run: (\d+), .*$/gm)].at(-1);
  return maven ? Number(maven[1]) - skippedOf(maven[0]) : null;
};

/** What is longer is no summary; and of a log that may have been cut not everything can be counted. */
const longestLine = 300;
const longestOutput = 1_000_000;

/** Null where nothing of the kind is said. */
export const printedTests = (output: string): number | null => {
  if (output.length > longestOutput) return null;
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  const text = lines.filter(({ length }) => length <= longestLine).join('\n');
  for (const { pattern, isEach, ran } of runners) {
    const said = text.match(pattern) ?? [];
    const own = isEach ? said : said.slice(-1);
    if (own.length > 0) return own.reduce((sum, line) => sum + sumOf(line, ran), 0);
  }
  return counted(text);
};

/**
 * Fewer than on the start, or not a word of any, though nobody touched a test; null where nothing is known, or nothing
 * is missing. Single tests are compared by name, where there are some.
 */
export const fewerPrinted = (now: CommandEnd, start: CommandEnd | undefined): string | null => {
  if (!start || now.failedTests) return null;
  const before = start.printedTests ?? start.ranTests?.length ?? 0;
  if (now.printedTests === undefined) return now.status === 'passed' && before > 0 ? silent(before) : null;
  if (start.printedTests === undefined || now.printedTests >= before) return null;
  return `${before - now.printedTests} of ${before} tests that ran on the start do not run now, ${untouched}`;
};

const untouched = 'and no test was changed';

const silent = (before: number): string =>
  `it told of ${before === 1 ? 'a test' : `${before} tests`} on the start and tells of none now, ${untouched}`;
