/** Decides what happens next in a run. Pure: the same state always gives the same actions. */
import type { Config } from '../../config/schema.ts';
import type { RunEvent } from '../../model/event.ts';
import { planStep } from '../../stages/plan/steps.ts';
import type { Action } from '../actions.ts';
import { closed, giveUp, whyNotSelected } from './closings.ts';
import { conclude } from './conclude.ts';
import { codesOfCommit, isFixedIn, mustMovePlaces } from '../state/places.ts';
import { whyUnprovable } from './proof.ts';
import { prepareFixing } from './prepare-fixing.ts';
import { reasonToStop } from './calls/reason-to-stop.ts';
import { fixingAgent } from './calls/replace-agent.ts';
import { reviewActions } from './review.ts';
import { firstRound, nextRound } from './rounds.ts';
import {
  type CycleState,
  currentCycle,
  currentRound,
  cyclesOfRound,
  type FindingState,
  isConcluding,
  isOpen,
  type RunState,
} from '../state/state.ts';
import { advanceStep } from './step.ts';
import { isSelected, turnsOf } from './turns.ts';

/** Every action that should be under way now; none once the run is finished. */
export const next = (state: RunState): Action[] => {
  const { config, started } = state;
  if (!config || !started) throw new Error(`run ${state.run} has no start`);
  if (state.finished) return [];
  if (isConcluding(state)) return conclude(state, config);
  const stop = reasonToStop(state, config);
  if (stop) return [record(stop)];
  if (!state.admitted) return review(state, config) ?? conclude(state, config);
  const cycle = currentCycle(state);
  if (cycle?.step) return advanceStep(state, cycle.step, config);
  if (mustMovePlaces(state)) return [{ do: 'move-places' }];
  return betweenSteps(state, cycle, config);
};

const record = (...events: RunEvent[]): Action => recordAll(events);
/** As many as there are: arguments have to fit on the stack. */
const recordAll = (events: RunEvent[]): Action => ({ do: 'record', events });

const review = (state: RunState, config: Config): Action[] | null => {
  const round = currentRound(state);
  if (round) return reviewActions(state, config, round);
  return state.stopping ? null : [recordAll(firstRound(state, config))];
};

const betweenSteps = (state: RunState, cycle: CycleState | undefined, config: Config): Action[] => {
  const open = [...state.findings.values()].filter(isOpen);
  const decided = decidedAtOnce(state, open, config);
  if (decided.length > 0) return [recordAll(decided)];
  // A run that stops leaves its cycle open: a resumed one goes on in it.
  if (open.length === 0)
    return cycle && !state.stopping ? [record(cycleFinished(state, cycle))] : nextOrEnd(state, config);
  const onlyPlans = state.started?.command === 'plan';
  // Before anybody is asked anything about fixes that could not be proven.
  if (!cycle && !onlyPlans && !state.stopping && canOpen(state, config) && needsBaseline(state, config))
    return [{ do: 'baseline' }];
  const preparing = !cycle && (onlyPlans || canOpen(state, config)) ? prepareFixing(state, config) : null;
  if (preparing) return preparing;
  if (state.stopping) return conclude(state, config);
  if (onlyPlans)
    return [recordAll(open.map((finding) => closed(finding, 'disabled', 'planned, and not to be fixed now')))];
  return cycle ? planNext(state, cycle, config) : openCycle(state, open, config);
};

/** What is never fixed, whatever happens. */
const decidedAtOnce = (state: RunState, open: readonly FindingState[], config: Config): RunEvent[] => {
  if (state.stopping) return [];
  if (config.limits.cycles === 0) return open.map((finding) => closed(finding, 'disabled', 'fixing disabled'));
  if (state.started?.command === 'review')
    return open.map((finding) => closed(finding, 'disabled', 'reviewed, and not to be fixed now'));
  return open
    .filter((finding) => !isSelected(finding, config))
    .map((finding) => closed(finding, 'not-selected', whyNotSelected(finding, config)));
};

/** A passing review costs nothing more; what was fixed may be reviewed once more. */
const nextOrEnd = (state: RunState, config: Config): Action[] => {
  const round = state.stopping ? [] : nextRound(state, config);
  return round.length > 0 ? [recordAll(round)] : conclude(state, config);
};

const canOpen = (state: RunState, config: Config): boolean =>
  cyclesOfRound(state).length < config.limits.cycles && turnsOf(state, state.cycles.length + 1, config).length > 0;

const openCycle = (state: RunState, open: FindingState[], config: Config): Action[] => {
  const cycle = state.cycles.length + 1;
  if (!canOpen(state, config)) {
    const removed = ({ removedBy }: FindingState): string | null =>
      removedBy === undefined ? null : codesOfCommit(state, removedBy);
    return [recordAll(open.map((finding) => giveUp(finding, config, fixingAgent(state, config), removed(finding))))];
  }
  if (state.started?.command === 'fix' && !state.recheck) return [{ do: 'recheck' }];
  const unprovable = open.flatMap((finding) => {
    const reason = whyUnprovable(state, finding, config);
    return reason === null ? [] : [closed(finding, 'no-proof', reason)];
  });
  return [unprovable.length > 0 ? recordAll(unprovable) : { do: 'open-cycle', cycle }];
};

const needsBaseline = (state: RunState, config: Config): boolean =>
  config.verify.baseline && config.verify.commands.length > 0 && !state.baseline;

const planNext = (state: RunState, cycle: CycleState, config: Config): Action[] => {
  const planned = planStep(turnsOf(state, cycle.n, config), config.fix);
  if (planned.length === 0) return [record(cycleFinished(state, cycle))];
  const step = cycle.steps + 1;
  const base = state.head?.commit ?? '';
  const units = planned.map((unit, index) => ({ ...unit, unit: `${cycle.n}.${step}.${index + 1}` }));
  return [record({ type: 'step.started', cycle: cycle.n, step, base, units })];
};

const cycleFinished = (state: RunState, cycle: CycleState): RunEvent => {
  const findings = [...state.findings.values()];
  return {
    type: 'cycle.finished',
    cycle: cycle.n,
    fixed: findings.filter((finding) => isFixedIn(finding, cycle.n, state)).length,
    open: findings.filter(isOpen).length,
  };
};
