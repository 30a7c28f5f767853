/** Which calls are to be under way now: those that are, and as many more as the budget and the limit allow. */
import { type CallSubject, keyOfCall } from '../../../model/call.ts';
import type { Action } from '../../actions.ts';
import { affordable, outOfBudget } from './budget.ts';
import { agentNow } from './replace-agent.ts';
import type { CallState, RunState } from '../../state/state.ts';

export type WantedCall = { subject: CallSubject; agent: string };

export const callOf = (state: RunState, subject: CallSubject): CallState | undefined =>
  state.agents.calls.get(keyOfCall(subject));

const isPutOff = (call: CallState | undefined): boolean => call?.postponed !== undefined || call?.passedOn === true;

const isUnderWay = (call: CallState | undefined): boolean => call !== undefined && !call.answer && !isPutOff(call);

/** Null: none of them is under way, and none can be begun any more. None is begun while the run is stopping. */
export const callActions = (state: RunState, wanted: readonly WantedCall[], most: number): Action[] | null => {
  const underWay = wanted.filter(({ subject }) => isUnderWay(callOf(state, subject)));
  const waiting = state.end.stopping ? [] : wanted.filter(({ subject }) => !isUnderWay(callOf(state, subject)));
  // Whoever was put off keeps its place: it goes on by itself when its time has come.
  const rank = ({ subject }: WantedCall): number => (isPutOff(callOf(state, subject)) ? 0 : 1);
  const inOrder = waiting.toSorted((a, b) => rank(a) - rank(b));
  const now = inOrder.map(({ subject, agent }) => ({ subject, agent: agentNow(state, agent) }));
  const actions = [...underWay, ...affordable(state, now)]
    .slice(0, most)
    .map(({ subject, agent }): Action => ({ do: 'call', subject, agent }));
  if (actions.length > 0) return actions;
  const [unpaid] = now;
  return unpaid ? [{ do: 'record', events: [outOfBudget(state, unpaid.agent)] }] : null;
};
