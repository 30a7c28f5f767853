/** Performs an action: the only way from a decision to an effect. */
import type { RunEvent } from '../../model/event.ts';
import { TamperedError } from '../../ports/repo.ts';
import type { Action } from '../actions.ts';
import type { Performing } from '../engine.ts';
import { keepCommits } from './integrate/keep-commits.ts';
import { performAdmit } from './consult/admit.ts';
import { performAttempt } from './fix/attempt.ts';
import { performCall } from './consult/consult.ts';
import { performFileLeftovers } from './leftovers/file-leftovers.ts';
import { performHandOver } from './integrate/hand-over.ts';
import { performIntegrate } from './integrate/integrate.ts';
import { performEdits } from './fix/make-edits.ts';
import { performMovePlaces } from './integrate/move-places.ts';
import { performOpenCycle } from './fix/open-cycle.ts';
import { performPlan } from './consult/plan.ts';
import { performRecheck } from './verify/recheck.ts';
import { performReview } from './consult/review.ts';
import { performScope } from './consult/scope.ts';
import { performSplit } from './integrate/split.ts';
import { performBaseline } from './verify/baseline.ts';
import { performCheck, performCheckHead } from './verify/verify.ts';

/** Waiting is nobody's work. */
export type Performable = Exclude<Action, { do: 'wait' }>;
export const isPerformable = (action: Action): action is Performable => action.do !== 'wait';

type Performables = { [Do in Performable['do']]: Extract<Performable, { do: Do }> };

/** Who performs what. */
const performers: {
  readonly [Do in Performable['do']]: (
    performing: Performing,
    action: Performables[Do],
    stopping: AbortSignal,
  ) => Promise<RunEvent[]>;
} = {
  record: async (_, { events }) => events,
  review: (performing, { reviewer }) => performReview(performing, reviewer),
  scope: (performing, { reviewer }) => performScope(performing, reviewer),
  admit: (performing) => performAdmit(performing),
  call: (performing, { subject, agent }, stopping) => performCall(performing, subject, agent, stopping),
  plan: (performing, { round }) => performPlan(performing, round),
  baseline: (performing) => performBaseline(performing),
  recheck: (performing) => performRecheck(performing),
  'open-cycle': (performing, { cycle }) => performOpenCycle(performing, cycle),
  attempt: (performing, { unit }, stopping) => performAttempt(performing, unit, stopping),
  edit: (performing, { units }, stopping) => performEdits(performing, units, stopping),
  check: (performing, { unit }) => performCheck(performing, unit),
  split: (performing, { unit, holds }) => performSplit(performing, unit, holds),
  integrate: (performing, { units }) => performIntegrate(performing, units),
  'move-places': (performing) => performMovePlaces(performing),
  'check-head': (performing, { tree }) => performCheckHead(performing, tree),
  'hand-over': (performing) => performHandOver(performing),
  'file-leftovers': (performing) => performFileLeftovers(performing),
};

export const perform = async <Do extends Performable['do']>(
  action: Performables[Do] & { do: Do },
  performing: Performing,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  try {
    return await keepCommits(performing, await performers[action.do](performing, action, stopping));
  } catch (error) {
    if (!(error instanceof TamperedError)) throw error;
    return [{ type: 'run.stopping', reason: 'tampered', message: error.message }];
  }
};
