/** What happens to the units of a step, as the state of a run keeps it. Part of the fold. */
import { provesTogether } from '../../config/trust.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { given } from '../../plain/given.ts';
import { countCall, postpone, problemsOfAnswer, shareOf } from './calls.ts';
import { purposeOfUnit } from './spent/spending.ts';
import { remember, replaceAnswered, replaceUnit } from './fold-head.ts';
import { currentCycle, type RunState } from './state.ts';
import { type AnsweredUnit, factsOf, pendingOf, shownOf, type UnitAnswer, type UnitState } from './unit.ts';

export const startStep = (state: RunState, event: RunEventOf<'step.started'>): void => {
  const cycle = currentCycle(state);
  if (!cycle) return;
  cycle.steps = event.step;
  cycle.openSteps.add(event.step);
  for (const plan of event.units) {
    state.fixing.units.set(plan.unit, { plan, cycle: event.cycle, base: event.base, phase: 'planned' });
    state.fixing.working.add(plan.unit);
  }
};

export const startAttempt = (
  state: RunState,
  { unit: key, reserved, at }: RunEventOf<'attempt.started'> & { at: string },
): void =>
  replaceUnit(state, key, (unit) => ({
    ...factsOf(unit),
    startedAt: at,
    phase: 'started',
    ...given({ reserved }),
  }));

export const postponeAttempt = (state: RunState, event: RunEventOf<'attempt.postponed'>): void => {
  const unit = state.fixing.units.get(event.unit);
  if (unit?.phase === 'started') postpone(state, purposeOfUnit(unit), unit, event);
};

export const answerAttempt = (state: RunState, event: RunEventOf<'attempt.finished'> & { at: string }): void => {
  state.remarks.problems.push(...problemsOfAnswer(state, event));
  replaceUnit(state, event.unit, (unit) => {
    countCall(state, purposeOfUnit(unit), pendingOf(unit), event);
    return { ...factsOf(unit), phase: 'answered', answer: event };
  });
};

export const startCheck = (state: RunState, key: string): void =>
  replaceAnswered(state, key, (unit) => (unit.phase === 'answered' ? { ...unit, isBeingChecked: true } : unit));

/** Where fixes are proven together, only hooks have looked at it, and its tree is not known to hold. */
export const checkUnit = (state: RunState, key: string, verification: Verification): void => {
  if (!provesTogether(state.config)) remember(state, verification);
  replaceAnswered(state, key, (unit) => checked(unit, verification));
};

const checked = (unit: AnsweredUnit, check: Verification): AnsweredUnit => ({
  ...factsOf(unit),
  phase: 'checked',
  answer: unit.answer,
  check,
});

/**
 * What one call changed, taken apart: each part is a unit of its own from here on; findings without a change stay
 * behind.
 */
export const splitUnit = (state: RunState, event: RunEventOf<'unit.split'>): void => {
  const { units, working } = state.fixing;
  const whole = units.get(event.unit);
  if (!whole?.answer) return;
  for (const part of event.parts) {
    units.set(part.unit, partOf(whole, part, event.holds === true));
    working.add(part.unit);
  }
  units.set(event.unit, restOf(whole, new Set(event.parts.flatMap((part) => part.findings))));
};

export const readyUnits = (state: RunState, { units }: RunEventOf<'units.ready'>): void => {
  for (const key of units)
    replaceAnswered(state, key, (unit) => ({ ...factsOf(unit), ...shownOf(unit), phase: 'ready' }));
};

type Part = RunEventOf<'unit.split'>['parts'][number];

/** What the whole has shown holds for its parts: the combined result is verified again if one of them is left out. */
const partOf = (whole: AnsweredUnit, { unit, findings, snapshot }: Part, holds: boolean): UnitState => {
  const own = shared(whole.answer, findings, Object.keys(whole.answer.claims).length);
  const part: AnsweredUnit = {
    ...factsOf(whole),
    plan: { ...whole.plan, unit, findings },
    phase: 'answered',
    partOf: whole.plan.unit,
    answer: { ...whole.answer, ...own, unit, cut: [], unknownIds: [], snapshot, artifacts: [] },
  };
  return holds && whole.check ? checked(part, whole.check) : part;
};

/** What stays of the whole: findings without a change. */
const restOf = (whole: AnsweredUnit, taken: ReadonlySet<string>): UnitState => {
  const asked = Object.keys(whole.answer.claims);
  const own = shared(
    whole.answer,
    asked.filter((id) => !taken.has(id)),
    asked.length,
  );
  return {
    ...factsOf(whole),
    plan: { ...whole.plan, findings: whole.plan.findings.filter((id) => !taken.has(id)) },
    isSplit: true,
    phase: 'answered',
    answer: { ...whole.answer, ...own, snapshot: null },
  };
};

const shared = (
  { claims, usage }: UnitAnswer,
  findings: readonly string[],
  all: number,
): Pick<UnitAnswer, 'claims' | 'usage'> => ({
  claims: Object.fromEntries(findings.flatMap((id) => (claims[id] ? [[id, claims[id]]] : []))),
  usage: Object.fromEntries(
    Object.entries(shareOf(usage, all)).map(([key, value]) => [key, (value ?? 0) * findings.length]),
  ),
});
