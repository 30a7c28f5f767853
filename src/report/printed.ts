/** The report as a command prints it: one JSON document, or text. What is not asked for is not loaded. */
import type { Report } from '../model/report.ts';
import type { TextOptions } from './text/text.ts';

export const printedReport = async (
  report: Report,
  { json, ...options }: TextOptions & { json: boolean },
): Promise<string> =>
  json ? (await import('./json.ts')).jsonReport(report) : (await import('./text/text.ts')).textReport(report, options);
