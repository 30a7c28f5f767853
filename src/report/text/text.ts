/** The report as terminal text: one line per finding, then what to know and what to do. */
import type { Report, ReportCoverage } from '../../model/report.ts';
import { present } from '../../plain/present.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { coverageLine } from '../../views/coverage.ts';
import { foundLine, outcomeOf, reviewerLine, wantsFixes } from '../../views/words/runs.ts';
import { cost, count, duration } from '../../views/words/amounts.ts';
import { type Style, type Paint, painter } from './paint.ts';
import { findingLines, longestReason } from './rows.ts';
import { notes } from './notes.ts';
import { stepsSection } from './steps.ts';
import { wrapText } from './wrap.ts';

export type TextOptions = {
  color: boolean;
  /** Files that were written for people, by what they are. */
  files?: readonly { name: string; path: string }[];
  /** With --in-place: the result is brought into the checkout. */
  inPlace?: boolean;
  /** Columns of the terminal, where it is one. */
  width?: number | undefined;
};

const headingStyle = (words: string, { status }: Report): Style => {
  if (words === 'clean') return 'green';
  return status === 'failed' ? 'red' : 'yellow';
};

const heading = (report: Report, paint: Paint): string => {
  const words = outcomeOf(report);
  const style = headingStyle(words, report);
  const cycles = wantsFixes(report) ? count(report.cycles.length, 'cycle') : '';
  const facts = [foundLine(report), cycles, duration(report.durationMs), cost(report)];
  return (
    `${paint('bold', `Run ${report.run}`)}: ${paint(style, words)} ` +
    `(${facts.filter((fact) => fact !== '').join('; ')})`
  );
};

/** A reviewer that failed says why in a line of its own, not once more for each place. */
const withoutTold = (coverage: ReportCoverage, { reviewers }: Report): ReportCoverage => {
  const failed = reviewers.filter(({ verdict, message }) => verdict === 'error' && message !== undefined);
  const told = (reason: string) => failed.find(({ message = '' }) => message.endsWith(reason));
  const notReviewed = coverage.notReviewed.map((gap) => {
    const reviewer = told(gap.reason);
    return reviewer ? { ...gap, reason: `${reviewer.name} failed` } : gap;
  });
  return { ...coverage, notReviewed };
};

const reviewLines = (report: Report, paint: Paint): string[] => {
  const coverage = report.coverage && withoutTold(report.coverage, report);
  return present([
    ...report.reviewers.flatMap((reviewer) => {
      const line = printable(reviewerLine(reviewer));
      const summary = shorten(printable(reviewer.summary ?? ''), longestReason);
      return [
        reviewer.verdict === 'error' ? paint('red', line) : line,
        ...(summary === '' ? [] : [`  ${paint('dim', summary)}`]),
      ];
    }),
    coverage !== null && (coverage.complete ? coverageLine(coverage) : paint('yellow', coverageLine(coverage))),
  ]);
};

const places = (report: Report, files: TextOptions['files'] = []): string[] => {
  const rows = present([report.branch !== null && { name: 'Branch', path: report.branch }, ...files]);
  return rows.map(({ name, path }) => `${name.padEnd(7)} ${printable(path)}`);
};

export const textReport = (report: Report, options: TextOptions): string => {
  const paint = painter(options.color);
  const sections = [
    [heading(report, paint)],
    findingLines(report, paint),
    reviewLines(report, paint),
    notes(report, paint),
    places(report, options.files),
    stepsSection(report, paint, options),
  ];
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return `${wrapText(text, options.width)}\n`;
};
