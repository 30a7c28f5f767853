/** Folds the state of a run into how it stands, which is kept with every append. */
import type { Standing } from '../model/run/standing.ts';
import { totalsOf } from './report.ts';
import type { RunState } from './state/state.ts';

/** null for a run that never began. */
export const standingOf = (state: RunState): Standing | null => {
  const { started, startedAt, lastAt } = state;
  if (!started) return null;
  return {
    command: started.command,
    root: started.root,
    startedAt,
    lastAt,
    status: state.finished?.status ?? (state.waitingFor ? 'waiting' : null),
    totals: totalsOf(state),
    branch: state.handedOver?.branch ?? null,
    ...(state.waitingFor && { questions: [...state.waitingFor] }),
  };
};
