/** Which call an attempt was: several attempts may be one. */
import type { ReportFinding } from '../../model/finding/reported.ts';
import type { Report, ReportCall } from '../../model/report.ts';

export type CallOf = (attempt: Pick<ReportFinding['attempts'][number], 'unit'>) => ReportCall | undefined;

/** None is known of runs that an earlier version carried out. */
export const createCallOf = ({ cycles }: Pick<Report, 'cycles'>): CallOf => {
  const calls = new Map(cycles.flatMap((cycle) => cycle.calls.map((call) => [call.unit, call])));
  return ({ unit }) => (unit === undefined ? undefined : calls.get(unit));
};
