/** Performs an action in the simulated world: what it writes when it begins, and what it comes to. */
import { keyOfCall } from '../../../src/model/call.ts';
import type { RunEvent } from '../../../src/model/event.ts';
import type { Action } from '../../../src/loop/actions.ts';
import { reservationFor } from '../../../src/loop/decide/calls/budget.ts';
import { agentNow } from '../../../src/loop/decide/calls/replace-agent.ts';
import { attemptResults } from './attempt-results.ts';
import { callResults } from './call-results.ts';
import { movePlacesResults } from './place-results.ts';
import { planResults } from './plan-results.ts';
import { admitResults, reviewResults, scopeResults } from './review-results.ts';
import { splitResults } from './split-results.ts';
import { handOverResults, integrateResults, openCycleResults } from './step-results.ts';
import { baselineResults, checkResults, headResults, recheckResults } from './verify-results.ts';
import type { World } from './world.ts';

/** Written before the first await of a performer, so before anything else can happen. */
export const beginning = ({ state }: World, action: Action): RunEvent[] => {
  switch (action.do) {
    case 'review':
    case 'scope':
      return [{ type: 'review.started', reviewer: action.reviewer }];
    case 'call': {
      const { subject } = action;
      const agent = agentNow(state, action.agent);
      const reserved = reservationFor(state, agent);
      return [{ type: 'call.started', call: keyOfCall(subject), subject, agent, ...(reserved && { reserved }) }];
    }
    case 'baseline':
      return [{ type: 'baseline.started' }];
    case 'recheck':
      return [{ type: 'recheck.started', name: 'again', command: 'again {files}', by: 'given' }];
    case 'attempt':
      return [startOf(state, action.unit)];
    case 'edit':
      return action.units.map((unit) => startOf(state, unit));
    case 'check':
      return [{ type: 'check.started', unit: action.unit }];
    case 'check-head':
      return [{ type: 'head.check.started', tree: action.tree }];
    case 'record':
    case 'admit':
    case 'wait':
    case 'plan':
    case 'open-cycle':
    case 'split':
    case 'integrate':
    case 'move-places':
    case 'hand-over':
    case 'file-leftovers':
      return [];
    default:
      return action satisfies never;
  }
};

const startOf = (state: World['state'], key: string): RunEvent => {
  const unit = state.fixing.units.get(key);
  if (!unit) throw new Error(`there is no unit ${key}`);
  const { agent } = unit.plan;
  const reserved = reservationFor(state, agent);
  return { type: 'attempt.started', unit: key, agent, cycle: unit.cycle, ...(reserved && { reserved }) };
};

/** `ending`: it was told to end, and either did so with nothing to show or was through already. */
export const outcomeOf = (world: World, action: Action, ending: boolean): RunEvent[] => {
  const cutShort = ending && world.random.chance(0.6);
  switch (action.do) {
    case 'record':
      return action.events;
    case 'review':
      return cutShort ? [] : reviewResults(world, action.reviewer);
    case 'scope':
      return scopeResults(world, action.reviewer);
    case 'admit':
      return admitResults(world);
    case 'call':
      return callResults(world, action.subject, ending);
    case 'wait':
      return [];
    case 'plan':
      return planResults(world, action.round);
    case 'split':
      return splitResults(world, action.unit, action.holds);
    case 'baseline':
      return cutShort ? [] : baselineResults(world);
    case 'recheck':
      return cutShort ? [] : recheckResults(world);
    case 'open-cycle':
      return openCycleResults(world, action.cycle);
    case 'attempt':
      return attemptResults(world, action.unit, ending);
    case 'edit':
      return cutShort ? [] : action.units.flatMap((unit) => attemptResults(world, unit, ending));
    case 'check':
      return cutShort ? [] : checkResults(world, action.unit);
    case 'integrate':
      return integrateResults(world, action.units);
    case 'move-places':
      return movePlacesResults(world);
    case 'check-head':
      return cutShort ? [] : headResults(world, action.tree);
    case 'hand-over':
      return handOverResults(world);
    case 'file-leftovers':
      return [{ type: 'leftovers.filed', to: 'markdown', file: 'leftovers.md' }];
    default:
      return action satisfies never;
  }
};
