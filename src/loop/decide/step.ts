/** Moves one step of a cycle on: attempts, checks, integration, the combined check, judgement. */
import type { Config } from '../../config/schema.ts';
import { isAcceptable } from '../../stages/gates/acceptable.ts';
import type { EvidenceKind } from '../../stages/gates/gate.ts';
import type { Action } from '../actions.ts';
import { affordable, outOfBudget } from './calls/budget.ts';
import { challengeOf } from './gates/challenge.ts';
import { conclude } from './conclude.ts';
import { acceptance } from './gates/accept-head.ts';
import { claimed } from './gates/claims.ts';
import { type Attempted, isChecked } from './gates/evidence.ts';
import { walkGates } from './gates/judge.ts';
import { type RunState, type StepState, stepUnits, type UnitState } from '../state/state.ts';
import { callActions, type WantedCall } from './calls/wanted-calls.ts';

export const advanceStep = (state: RunState, step: StepState, config: Config): Action[] => {
  const units = stepUnits(state, step);
  const atGates = units.flatMap((unit) => {
    const attempted = { state, unit, config };
    const walk = walkGates(attempted);
    return walk ? [{ attempted, walk }] : [];
  });
  const judgements = atGates.flatMap(({ walk }) => (walk.status === 'judged' ? walk.events : []));
  if (judgements.length > 0) return [{ do: 'record', events: judgements }];
  const lacking = (...kinds: EvidenceKind[]): Attempted[] =>
    atGates.flatMap(({ attempted, walk }) =>
      walk.status === 'lacks' && kinds.includes(walk.evidence) ? [attempted] : [],
    );
  const waiting = (step.integrated ? [] : waitingUnits(state, units)).map((unit) => ({ unit, agent: unit.plan.agent }));
  const paidFor = affordable(state, config, waiting).map(({ unit }) => unit);
  const wanted = lacking('opinion').flatMap(wantedChallenges);
  const work = [...attempts(units, paidFor, config), ...checks(lacking('piece', 'check'), config)];
  const challenges = callActions(state, config, wanted, config.fix.concurrency) ?? [];
  const calls = challenges.filter((action) => action.do === 'call');
  if (work.length > 0 || calls.length > 0) return [...work, ...calls];
  const [unpaid] = waiting.filter(({ unit }) => !paidFor.includes(unit));
  if (unpaid && !state.stopping) return [{ do: 'record', events: [outOfBudget(state, config, unpaid.agent)] }];
  // Not one of them can be paid for.
  if (challenges.length > 0) return challenges;
  // What is left without an opinion is neither taken in nor thrown away: a resumed run goes on with it.
  if (wanted.length > 0) return conclude(state, config);
  return finishStep(state, step, lacking('combination'), config);
};

const wantedChallenges = ({ state, unit, config }: Attempted): WantedCall[] => {
  const challenged = challengeOf(state, unit, config, claimed(unit));
  return challenged.status === 'waiting' ? challenged.calls : [];
};

/** Calls that are not begun yet, or were put off. */
const waitingUnits = (state: RunState, units: readonly UnitState[]): UnitState[] =>
  state.stopping
    ? []
    : units.filter((unit) => unit.phase === 'planned' || (unit.phase === 'started' && unit.postponed));

/** In the order of the plan, never more side by side than allowed; none is begun while the run is stopping. */
const attempts = (units: readonly UnitState[], waiting: readonly UnitState[], config: Config): Action[] => {
  const underWay = units.filter((unit) => unit.phase === 'started' && !unit.postponed);
  const postponed = waiting.filter((unit) => unit.phase === 'started');
  const planned = waiting.filter((unit) => unit.phase === 'planned');
  return [...underWay, ...postponed, ...planned]
    .slice(0, config.fix.concurrency)
    .map((unit) => ({ do: 'attempt', unit: unit.plan.unit }));
};

/** A change about several findings is taken apart once it is known whether it holds as a whole. */
const checks = (lacking: readonly Attempted[], config: Config): Action[] => {
  const unchecked = lacking.filter((attempted) => !isChecked(attempted));
  const separable = lacking.filter(isChecked);
  return [
    ...unchecked.slice(0, config.fix.concurrency).map(({ unit }): Action => ({ do: 'check', unit: unit.plan.unit })),
    ...separable.map(({ unit }): Action => ({ do: 'split', unit: unit.plan.unit, holds: holdsAsAWhole(unit, config) })),
  ];
};

const holdsAsAWhole = ({ check }: UnitState, config: Config): boolean =>
  check !== undefined && isAcceptable(check, config);

/** Everything else about its units is known: they are put together, and the head that comes of it is proven. */
const finishStep = (state: RunState, step: StepState, passed: readonly Attempted[], config: Config): Action[] => {
  const units = passed.map(({ unit }) => unit.plan.unit);
  if (units.length > 0 && !step.integrated) return [{ do: 'integrate', units }];
  if (units.length === 0)
    return [{ do: 'record', events: [{ type: 'step.finished', cycle: state.cycles.length, step: step.n }] }];
  const accepted = acceptance(state, config);
  if (accepted) return [{ do: 'record', events: [accepted] }];
  return [{ do: state.verified.has(state.head?.tree ?? '') ? 'find-culprits' : 'check-head' }];
};
