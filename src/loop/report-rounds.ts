/** Rounds in the report: how the run went, and whether it went back to an earlier state. */
import type { Report } from '../model/report.ts';
import type { ReportRound } from '../model/run/trajectory.ts';
import { type Leg, trajectoryOf } from './decide/converge/trajectory.ts';
import type { RunState } from './state/state.ts';

export const roundsIn = (state: RunState): Pick<Report, 'trajectory' | 'restored'> => ({
  trajectory: trajectoryOf(state).map(reportRound),
  restored: restoredIn(state),
});

const reportRound = ({ round, cause, open, found, again, fixed, minted, added, removed, used }: Leg): ReportRound => ({
  round,
  cause,
  open,
  new: found.length,
  again: again.length,
  fixed,
  minted,
  added,
  removed,
  usd: used.usd ?? null,
  tokens: (used.inputTokens ?? 0) + (used.outputTokens ?? 0),
});

const restoredIn = ({ code: { restored } }: RunState): Report['restored'] =>
  restored ? { head: restored.head.commit, taken: restored.taken.length, reason: restored.reason } : null;
