/** The report as one JSON document. */
import type { Report } from '../model/report.ts';

export const jsonReport = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
