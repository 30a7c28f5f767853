/** Folds the state of a run into how it stands, which is kept with every append. */
import type { Standing } from '../model/run/standing.ts';
import type { RunEvent } from '../model/event.ts';
import { given } from '../plain/given.ts';
import { statusOf, totalsOf } from './report.ts';
import type { RunState } from './state/state.ts';

/** `totals`: counted before, where nothing has changed them since. */
export const standingOf = (state: RunState, totals = totalsOf(state)): Standing => {
  const { run, time, people, end, money } = state;
  return {
    command: run.started.command,
    root: run.started.root,
    startedAt: time.startedAt,
    lastAt: time.lastAt,
    status: statusOf(state),
    totals,
    branch: end.handedOver?.branch ?? null,
    ...(people.waitingFor && { questions: [...people.waitingFor] }),
    ...given({ usd: money.used.usd, stopReason: end.finished?.stopReason }),
  };
};

/** What happens to a fix before it is judged: most of the events of a run, and no finding is counted anew for them. */
const onTheWay: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'step.started',
  'step.finished',
  'attempt.started',
  'attempt.postponed',
  'attempt.finished',
  'process.started',
  'commits.kept',
  'units.ready',
  'check.started',
  'head.check.started',
  'units.integrated',
]);

export const mayChangeTotals = ({ type }: RunEvent): boolean => !onTheWay.has(type);
