/** How a run's status becomes an exit code. */
import type { RunStatus } from '../model/event.ts';

const codes: Readonly<Record<RunStatus, number>> = { clean: 0, failed: 1, leftovers: 2, cancelled: 130 };

export const exitCode = (status: RunStatus | null): number => (status === null ? 1 : codes[status]);
