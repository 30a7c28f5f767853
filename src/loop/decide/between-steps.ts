/** What happens while no step is under way: findings are closed, planned, tried, tried again, or given up. */
import { trustsClaims } from '../../config/trust.ts';
import type { RunEvent } from '../../model/event.ts';
import { codesOfCommit, isFixedIn } from '../state/places.ts';
import { mayBegin } from '../state/mode.ts';
import {
  type CycleState,
  currentCycle,
  currentRound,
  type FindingState,
  isOpen,
  type RunState,
} from '../state/state.ts';
import { fixingAgent } from './calls/replace-agent.ts';
import { closed, giveUp, whyNotSelected } from './closings.ts';
import { conclude } from './conclude.ts';
import { reportWhatFixesBrought } from './converge/own-lines.ts';
import { stopWhereNothingConverges } from './converge/stop.ts';
import { firstOf, type Question, record } from './first-of.ts';
import { clarifyTheFindings, planTheFixes } from './prepare-fixing.ts';
import { whyUnprovable } from './gates/provable.ts';
import { lastLook, nextRound } from './rounds.ts';
import { startStep } from './start-step.ts';
import { isSelected, unpaidTurns } from './turns.ts';
import { canOpenCycle, onlyPrepares, verifyTheStart } from './verify-the-start.ts';

const openIn = (state: RunState): FindingState[] => [...state.findings.values()].filter(isOpen);

/** Whatever happens. */
const closeWhatIsNeverFixed: Question = (state) => {
  const open = openIn(state);
  const { config } = state;
  if (config.limits.cycles === 0) return record(open.map((each) => closed(each, 'disabled', 'fixing disabled')));
  if (state.run.started.command === 'review')
    return record(open.map((each) => closed(each, 'disabled', 'reviewed, and not to be fixed now')));
  return record(
    open
      .filter((each) => !isSelected(each, config))
      .map((each) => closed(each, 'not-selected', whyNotSelected(each, config))),
  );
};

const endCycleWithNothingOpen: Question = (state) => {
  const cycle = currentCycle(state);
  return cycle && openIn(state).length === 0 ? record([cycleFinished(state, cycle)]) : null;
};

/** A passing review costs nothing more; what was fixed may be reviewed once more. */
const reviewOnceMoreOrEnd: Question = (state) =>
  openIn(state).length > 0 ? null : (record(nextRound(state)) ?? record(lastLook(state)) ?? conclude(state));

/** It looks at the result, and nobody fixes what it reports. */
const closeWhatTheLastLookFound: Question = (state) => {
  const round = currentRound(state);
  if (round?.cause !== 'last' || round.isCutShort) return null;
  const reason = 'reported by the last look at the result, when no round of fixes was left';
  return record(openIn(state).map((each) => closed(each, 'exhausted', reason)));
};

const closeWhatIsOnlyPrepared: Question = (state) => {
  if (!onlyPrepares(state)) return null;
  const what = state.run.started.command === 'plan' ? 'planned' : 'asked about';
  return record(openIn(state).map((each) => closed(each, 'disabled', `${what}, and not to be fixed now`)));
};

const endCycle: Question = (state) => {
  const cycle = currentCycle(state);
  return cycle ? record([cycleFinished(state, cycle)]) : null;
};

const giveUpWhatHasNoTryLeft: Question = (state) => {
  if (canOpenCycle(state)) return null;
  const removed = ({ removedBy }: FindingState): string | null =>
    removedBy === undefined ? null : codesOfCommit(state, removedBy);
  const agent = fixingAgent(state);
  const unpaid = unpaidTurns(state);
  return record(
    openIn(state).map((each) =>
      giveUp(each, state.config, { agent, removed: removed(each), unpaid: unpaid.get(each.finding.id) ?? null }),
    ),
  );
};

const findOutWhoLooksAgain: Question = (state) =>
  state.run.started.command === 'fix' && !state.checks.recheck && !trustsClaims(state.config)
    ? [{ do: 'recheck' }]
    : null;

const closeWhatCannotBeProven: Question = (state) =>
  record(
    openIn(state).flatMap((each) => {
      const reason = whyUnprovable(state, each);
      return reason === null ? [] : [closed(each, 'no-proof', reason)];
    }),
  );

/** In a cycle of its own: all that is open has a turn in it, and so a refused fix is tried again. */
const tryWhatIsOpenAgain: Question = (state) => [{ do: 'open-cycle', cycle: state.fixing.cycles.length + 1 }];

/** Calls under way are heard out; a cycle stays open, so that a resumed run goes on in it. */
const whileStopping = firstOf(clarifyTheFindings, planTheFixes, conclude);

const whileWorking = firstOf(
  closeWhatIsNeverFixed,
  closeWhatTheLastLookFound,
  reportWhatFixesBrought,
  endCycleWithNothingOpen,
  stopWhereNothingConverges,
  reviewOnceMoreOrEnd,
  verifyTheStart,
  clarifyTheFindings,
  planTheFixes,
  closeWhatIsOnlyPrepared,
  startStep,
  endCycle,
  giveUpWhatHasNoTryLeft,
  findOutWhoLooksAgain,
  closeWhatCannotBeProven,
  tryWhatIsOpenAgain,
);

export const betweenSteps: Question = (state) => (mayBegin(state) ? whileWorking(state) : whileStopping(state));

const cycleFinished = (state: RunState, cycle: CycleState): RunEvent => {
  const findings = [...state.findings.values()];
  return {
    type: 'cycle.finished',
    cycle: cycle.n,
    fixed: findings.filter((finding) => isFixedIn(finding, cycle.n, state)).length,
    open: findings.filter(isOpen).length,
  };
};
