/** Prints the report of a run as a command wants it. */
import type { Report } from '../model/report.ts';
import { printedReport } from '../report/printed.ts';
import type { Io } from './io.ts';

export type ReportPrint = {
  /** What is printed in place of the report; undefined: the report. */
  printed?: ((report: Report) => string | undefined) | undefined;
  looks: Parameters<typeof printedReport>[1];
};

export const printReport = (report: Report, { printed, looks }: ReportPrint, { stdout }: Io): Promise<void> =>
  stdout.send({ report, looks }, async (clean) => [
    printed?.(clean.report) ?? (await printedReport(clean.report, clean.looks)),
  ]);
