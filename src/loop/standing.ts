/** Folds the state of a run into how it stands, which is kept with every append. */
import type { Standing } from '../model/run/standing.ts';
import { statusOf, totalsOf } from './report.ts';
import type { RunState } from './state/state.ts';

export const standingOf = (state: RunState): Standing => {
  const { run, time, people, end } = state;
  return {
    command: run.started.command,
    root: run.started.root,
    startedAt: time.startedAt,
    lastAt: time.lastAt,
    status: statusOf(state),
    totals: totalsOf(state),
    branch: end.handedOver?.branch ?? null,
    ...(people.waitingFor && { questions: [...people.waitingFor] }),
  };
};
