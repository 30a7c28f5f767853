/** Which calls are to be under way now: those that are, and as many more as the budget and the limit allow. */
import { type CallSubject, keyOfCall, stageOf } from '../../../model/call.ts';
import { divide } from '../../../plain/divide.ts';
import type { Action } from '../../actions.ts';
import { affordable, outOfBudget, type Payable } from './budget.ts';
import { mayStillWait } from './reason-to-stop.ts';
import { agentNow } from './replace-agent.ts';
import { mayBegin, mayJudge } from '../../state/mode.ts';
import { type CallState, isOpen, type RunState } from '../../state/state.ts';
import { record } from '../first-of.ts';

export type WantedCall = { subject: CallSubject; agent: string };

export const callOf = (state: RunState, subject: CallSubject): CallState | undefined =>
  state.agents.calls.get(keyOfCall(subject));

const isPutOff = (call: CallState | undefined): boolean => call?.postponed !== undefined || call?.passedOn === true;

export const isUnderWay = (call: CallState | undefined): boolean =>
  call !== undefined && !call.answer && !isPutOff(call);

/** Null: none of them is under way, and none can be begun any more. */
export const callActions = (state: RunState, wanted: readonly WantedCall[], most: number): Action[] | null => {
  const [underWay, others] = divide(wanted, ({ subject }) => isUnderWay(callOf(state, subject)));
  const waiting = inTheirOrder(state, others).filter((call) => mayBeBegun(state, call));
  const actions = [...underWay, ...affordable(state, waiting)]
    .slice(0, most)
    .map(({ subject, agent }): Action => ({ do: 'call', subject, agent }));
  if (actions.length > 0) return actions;
  const [unpaid] = waiting;
  return unpaid && mayBegin(state) ? record([outOfBudget(state, unpaid)]) : null;
};

const mayBeBegun = (state: RunState, { subject }: WantedCall): boolean =>
  mayBegin(state) || (stageOf(subject.role) === 'challenge' && mayStillAsk(state, subject));

/**
 * While a run stops for its budget, opinions are still asked for; nobody waits for an agent any more. Not once findings
 * were closed for it, be there more money by then: nobody would hear them.
 */
const mayStillAsk = (state: RunState, subject: CallSubject): boolean =>
  mayJudge(state) && mayStillWait(state) && isAnyOpen(state) && !isPutOff(callOf(state, subject));

const isAnyOpen = ({ findings }: RunState): boolean => findings.values().some(isOpen);

/** Whoever was put off keeps its place: it goes on by itself when its time has come. Each with whoever takes it now. */
const inTheirOrder = (state: RunState, calls: readonly WantedCall[]): (WantedCall & Payable)[] => {
  const [first, others] = divide(calls, ({ subject }) => isPutOff(callOf(state, subject)));
  return [...first, ...others].map(({ subject, agent }) => ({
    subject,
    agent: agentNow(state, agent),
    role: stageOf(subject.role),
  }));
};
