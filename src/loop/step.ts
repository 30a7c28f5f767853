/** Moves one step of a cycle on: attempts, checks, integration, the combined check, judgement. */
import type { Config } from '../config/schema.ts';
import type { RunEvent } from '../model/event.ts';
import type { Action } from './actions.ts';
import { affordable, whyUnaffordable } from './budget.ts';
import { hasPatch, judged, refusal } from './judge.ts';
import { reviewersIn, type RunState, type StepState, stepUnits, type UnitState } from './state.ts';

export const advanceStep = (state: RunState, step: StepState, config: Config): Action[] => {
  const units = stepUnits(state, step);
  const decisions = units.flatMap((unit) => decide(state, unit, config));
  if (decisions.length > 0) return [{ do: 'record', events: decisions }];
  const waiting = step.integrated ? [] : waitingUnits(state, units);
  const paidFor = affordable(state, config, waiting);
  const work = [...attempts(units, paidFor, config), ...checks(state, units, config)];
  if (work.length > 0) return work;
  const [unpaid] = waiting.filter((unit) => !paidFor.includes(unit));
  if (unpaid && !state.stopping)
    return [
      { do: 'record', events: [{ type: 'run.stopping', reason: 'budget', message: whyUnaffordable(state, config, unpaid.plan.agent) }] },
    ];
  return finishStep(state, step, units, config);
};

/** What can be said about a unit without doing anything. */
const decide = (state: RunState, unit: UnitState, config: Config): RunEvent[] => {
  switch (unit.phase) {
    case 'answered':
      return hasPatch(unit) ? [] : judged(unit, { result: 'no-change', reason: 'no changes applied' });
    case 'checked': {
      const refused = refusal(state, unit, config);
      return refused ? judged(unit, refused) : [];
    }
    case 'conflict':
      return judged(unit, {
        result: 'conflict',
        reason: `another fix of the same step changed ${unit.conflicts?.join(', ') ?? 'the same lines'}`,
      });
    case 'removed':
      return judged(unit, { result: 'refused', gate: 'combined', reason: unit.removedBecause ?? 'fails together with the other fixes' });
    case 'planned':
    case 'started':
    case 'committed':
    case 'judged':
      return [];
    default:
      return unit.phase satisfies never;
  }
};

/** Calls that are not begun yet, or were put off. */
const waitingUnits = (state: RunState, units: readonly UnitState[]): UnitState[] =>
  state.stopping ? [] : units.filter((unit) => unit.phase === 'planned' || (unit.phase === 'started' && unit.postponed));

/** In the order of the plan, never more side by side than allowed; none is begun while the run is stopping. */
const attempts = (units: readonly UnitState[], waiting: readonly UnitState[], config: Config): Action[] => {
  const underWay = units.filter((unit) => unit.phase === 'started' && !unit.postponed);
  const postponed = waiting.filter((unit) => unit.phase === 'started');
  const planned = waiting.filter((unit) => unit.phase === 'planned');
  return [...underWay, ...postponed, ...planned].slice(0, config.fix.concurrency).map((unit) => ({ do: 'attempt', unit: unit.plan.unit }));
};

const needsCheck = (state: RunState, unit: UnitState, config: Config): boolean =>
  config.verify.commands.length > 0 ||
  config.commit.hooks ||
  unit.plan.findings.some((id) => reviewersIn(state, id).some((name) => config.reviewers.some((reviewer) => reviewer.name === name)));

const checks = (state: RunState, units: readonly UnitState[], config: Config): Action[] =>
  units
    .filter((unit) => unit.phase === 'answered' && needsCheck(state, unit, config))
    .slice(0, config.fix.concurrency)
    .map((unit) => ({ do: 'check', unit: unit.plan.unit }));

const finishStep = (state: RunState, step: StepState, units: readonly UnitState[], config: Config): Action[] => {
  const ready = units.filter((unit) => unit.phase === 'checked' || (unit.phase === 'answered' && !needsCheck(state, unit, config)));
  if (ready.length > 0 && !step.integrated) return [{ do: 'integrate', units: ready.map((unit) => unit.plan.unit) }];
  const committed = units.filter((unit) => unit.phase === 'committed');
  if (committed.length > 0 && !headIsVerified(state)) {
    return [{ do: state.verified.has(state.head?.tree ?? '') ? 'find-culprits' : 'check-head' }];
  }
  const events = committed.flatMap((unit) => judged(unit, { result: 'accepted' }));
  const cycle = state.cycles.length;
  return [{ do: 'record', events: [...events, { type: 'step.finished', cycle, step: step.n }] }];
};

export const headIsVerified = (state: RunState): boolean => state.head?.commit === state.verifiedHead?.commit;
