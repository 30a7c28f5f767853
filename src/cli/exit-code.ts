/** How a run's status becomes an exit code. */
import type { Report } from '../model/report.ts';

const codes: Readonly<Record<NonNullable<Report['status']>, number>> = {
  clean: 0,
  failed: 1,
  leftovers: 2,
  waiting: 3,
  cancelled: 130,
};

export const exitCode = (status: Report['status']): number => (status === null ? 1 : codes[status]);
