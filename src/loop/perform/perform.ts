/** Performs an action: the only way from a decision to an effect. */
import type { RunEvent } from '../../model/event.ts';
import { TamperedError } from '../../ports/repo.ts';
import type { Action } from '../actions.ts';
import type { Performing } from '../engine.ts';
import { keepCommits } from './integrate/keep-commits.ts';
import { performAdmit } from './consult/admit.ts';
import { performAttempt } from './fix/attempt.ts';
import { performCall } from './consult/consult.ts';
import { performFindCulprits } from './integrate/find-culprits.ts';
import { performHandOver } from './integrate/hand-over.ts';
import { performIntegrate } from './integrate/integrate.ts';
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

export const perform = async (
  action: Performable,
  performing: Performing,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  try {
    return await keepCommits(performing, await carryOut(action, performing, stopping));
  } catch (error) {
    if (!(error instanceof TamperedError)) throw error;
    return [{ type: 'run.stopping', reason: 'tampered', message: error.message }];
  }
};

const carryOut = (action: Performable, performing: Performing, stopping: AbortSignal): Promise<RunEvent[]> => {
  switch (action.do) {
    case 'record':
      return Promise.resolve(action.events);
    case 'review':
      return performReview(performing, action.reviewer);
    case 'scope':
      return performScope(performing, action.reviewer);
    case 'admit':
      return performAdmit(performing);
    case 'call':
      return performCall(performing, action.subject, action.agent, stopping);
    case 'plan':
      return performPlan(performing, action.round);
    case 'baseline':
      return performBaseline(performing);
    case 'recheck':
      return performRecheck(performing);
    case 'open-cycle':
      return performOpenCycle(performing, action.cycle);
    case 'attempt':
      return performAttempt(performing, action.unit, stopping);
    case 'check':
      return performCheck(performing, action.unit);
    case 'split':
      return performSplit(performing, action.unit, action.holds);
    case 'integrate':
      return performIntegrate(performing, action.units);
    case 'move-places':
      return performMovePlaces(performing);
    case 'check-head':
      return performCheckHead(performing);
    case 'find-culprits':
      return performFindCulprits(performing);
    case 'hand-over':
      return performHandOver(performing);
    default:
      return action satisfies never;
  }
};
