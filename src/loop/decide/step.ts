/** Moves one step of a cycle on: attempts, checks, integration, the combined check, judgement. */
import type { Config } from '../../config/schema.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import { affordable, outOfBudget } from './calls/budget.ts';
import { challengeOf } from './challenge.ts';
import { conclude } from './conclude.ts';
import { claimed, hasPatch, judged, refusal, rejected, unproven } from './judge.ts';
import { headIsVerified } from '../state/head.ts';
import { separable } from './separable.ts';
import { type RunState, type StepState, stepUnits, type UnitState } from '../state/state.ts';
import { callActions, type WantedCall } from './calls/wanted-calls.ts';
import { toolsOf, watchersOf } from './watching.ts';

export const advanceStep = (state: RunState, step: StepState, config: Config): Action[] => {
  const units = stepUnits(state, step);
  const decisions = units.flatMap((unit) => decide(state, unit, config));
  if (decisions.length > 0) return [{ do: 'record', events: decisions }];
  const waiting = (step.integrated ? [] : waitingUnits(state, units)).map((unit) => ({ unit, agent: unit.plan.agent }));
  const paidFor = affordable(state, config, waiting).map(({ unit }) => unit);
  const wanted = units.flatMap((unit) => wantedChallenges(state, unit, config));
  const work = [...attempts(units, paidFor, config), ...checks(state, units, config), ...splits(state, units, config)];
  const challenges = callActions(state, config, wanted, config.fix.concurrency) ?? [];
  const calls = challenges.filter((action) => action.do === 'call');
  if (work.length > 0 || calls.length > 0) return [...work, ...calls];
  const [unpaid] = waiting.filter(({ unit }) => !paidFor.includes(unit));
  if (unpaid && !state.stopping) return [{ do: 'record', events: [outOfBudget(state, config, unpaid.agent)] }];
  // Not one of them can be paid for.
  if (challenges.length > 0) return challenges;
  // What is left without an opinion is neither taken in nor thrown away: a resumed run goes on with it.
  return wanted.length > 0 ? conclude(state, config) : finishStep(state, step, units, config);
};

/** What can be said about a unit without doing anything. */
const decide = (state: RunState, unit: UnitState, config: Config): RunEvent[] => {
  switch (unit.phase) {
    case 'answered':
      if (!hasPatch(unit)) return judged(state, unit, config, { result: 'no-change', reason: 'no changes applied' });
      return isReady(state, unit, config) ? held(state, unit, config) : [];
    case 'checked': {
      if (separable(state, unit)) return [];
      const refused = refusal(state, unit, config);
      return refused ? judged(state, unit, config, refused) : held(state, unit, config);
    }
    case 'conflict':
      return judged(state, unit, config, {
        result: 'conflict',
        reason: `another fix of the same step changed ${unit.conflicts?.join(', ') ?? 'the same lines'}`,
      });
    case 'removed':
      return judged(state, unit, config, {
        result: 'refused',
        gate: 'combined',
        reason: unit.removedBecause ?? 'fails together with the other fixes',
      });
    case 'planned':
    case 'started':
    case 'committed':
    case 'judged':
      return [];
    default:
      return unit.phase satisfies never;
  }
};

/**
 * What has nothing to do with verification: proof that is asked for and not there, and challengers that are not
 * content.
 */
const held = (state: RunState, unit: UnitState, config: Config): RunEvent[] => {
  const lacking = unproven(state, unit, config);
  return lacking ? judged(state, unit, config, lacking) : (rejected(state, unit, config) ?? []);
};

/** Verified as far as it can be. */
const isChecked = (state: RunState, unit: UnitState, config: Config): boolean =>
  unit.phase === 'checked' || (unit.phase === 'answered' && hasPatch(unit) && !needsCheck(state, unit, config));

/** Of one piece as well: what challengers are asked about, and what is taken in when they let it pass. */
const isReady = (state: RunState, unit: UnitState, config: Config): boolean =>
  isChecked(state, unit, config) && !separable(state, unit);

/** A patch that verification refuses anyway is not worth an opinion: `decide` has sorted those out. */
const wantedChallenges = (state: RunState, unit: UnitState, config: Config): WantedCall[] => {
  if (!isReady(state, unit, config)) return [];
  const challenged = challengeOf(state, unit, config, claimed(unit));
  return challenged.status === 'waiting' ? challenged.calls : [];
};

/** A change about several findings is taken apart once it is known whether it holds as a whole. */
const splits = (state: RunState, units: readonly UnitState[], config: Config): Action[] =>
  units
    .filter((unit) => isChecked(state, unit, config) && separable(state, unit))
    .map((unit) => ({ do: 'split', unit: unit.plan.unit }));

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

const needsCheck = (state: RunState, unit: UnitState, config: Config): boolean =>
  config.verify.commands.length > 0 ||
  config.commit.hooks ||
  unit.plan.findings.some((id) =>
    watchersOf(state, id).some((name) => toolsOf(state, config).some((tool) => tool.name === name)),
  );

const checks = (state: RunState, units: readonly UnitState[], config: Config): Action[] =>
  units
    .filter((unit) => unit.phase === 'answered' && hasPatch(unit) && needsCheck(state, unit, config))
    .slice(0, config.fix.concurrency)
    .map((unit) => ({ do: 'check', unit: unit.plan.unit }));

const finishStep = (state: RunState, step: StepState, units: readonly UnitState[], config: Config): Action[] => {
  const ready = units.filter((unit) => isReady(state, unit, config));
  if (ready.length > 0 && !step.integrated) return [{ do: 'integrate', units: ready.map((unit) => unit.plan.unit) }];
  const committed = units.filter((unit) => unit.phase === 'committed');
  if (committed.length > 0 && !headIsVerified(state)) {
    return [{ do: state.verified.has(state.head?.tree ?? '') ? 'find-culprits' : 'check-head' }];
  }
  const events = committed.flatMap((unit) => judged(state, unit, config, { result: 'accepted' }));
  const cycle = state.cycles.length;
  return [{ do: 'record', events: [...events, { type: 'step.finished', cycle, step: step.n }] }];
};
