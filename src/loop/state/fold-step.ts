/** What happens to the units of a step, as the state of a run keeps it. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { countCall, problemsOfAnswer, shareOf } from './calls.ts';
import { remember, withUnit } from './fold-head.ts';
import { currentCycle, type RunState, type UnitState } from './state.ts';

export const startStep = (state: RunState, event: RunEventOf<'step.started'>): void => {
  const cycle = currentCycle(state);
  if (!cycle) return;
  cycle.steps = event.step;
  cycle.step = { n: event.step, base: event.base, units: event.units.map((plan) => plan.unit), integrated: false };
  for (const plan of event.units) state.fixing.units.set(plan.unit, { plan, cycle: event.cycle, phase: 'planned' });
};

export const startAttempt = (state: RunState, { unit: key, reserved }: RunEventOf<'attempt.started'>): void =>
  withUnit(state, key, (unit) => {
    unit.phase = 'started';
    if (reserved) unit.reserved = reserved;
    delete unit.postponed;
  });

export const answerAttempt = (state: RunState, event: RunEventOf<'attempt.finished'> & { at: string }): void => {
  state.remarks.problems.push(...problemsOfAnswer(state, event));
  withUnit(state, event.unit, (unit) => {
    countCall(state, 'fix', unit, event);
    unit.phase = 'answered';
    unit.answer = event;
  });
};

export const checkUnit = (state: RunState, key: string, verification: Verification): void => {
  remember(state, verification);
  withUnit(state, key, (unit) => {
    unit.phase = 'checked';
    unit.check = verification;
  });
};

/**
 * What one call changed, taken apart: each part is a unit of its own from here on; findings without a change stay
 * behind.
 */
export const splitUnit = (state: RunState, event: RunEventOf<'unit.split'>): void => {
  const unit = state.fixing.units.get(event.unit);
  const step = currentCycle(state)?.step;
  if (!unit?.answer || !step) return;
  for (const part of event.parts) state.fixing.units.set(part.unit, partOf(unit, unit.answer, part));
  if (unit.check && event.holds === true) passOn(state, unit.check, event);
  leaveBehind(unit, unit.answer, new Set(event.parts.flatMap((part) => part.findings)));
  step.units.splice(step.units.indexOf(event.unit) + 1, 0, ...event.parts.map((part) => part.unit));
};

type Answer = NonNullable<UnitState['answer']>;
type Part = RunEventOf<'unit.split'>['parts'][number];

const partOf = (whole: UnitState, answer: Answer, { unit, findings, snapshot }: Part): UnitState => {
  const own = shared(answer, findings, Object.keys(answer.claims).length);
  return {
    plan: { ...whole.plan, unit, findings },
    cycle: whole.cycle,
    phase: 'answered',
    partOf: whole.plan.unit,
    answer: { ...answer, ...own, unit, cut: [], unknownIds: [], snapshot, artifacts: [] },
  };
};

/** What stays of the whole: findings without a change. */
const leaveBehind = (unit: UnitState, answer: Answer, taken: ReadonlySet<string>): void => {
  const asked = Object.keys(answer.claims);
  const rest = asked.filter((id) => !taken.has(id));
  unit.answer = { ...answer, ...shared(answer, rest, asked.length), snapshot: null };
  unit.plan = { ...unit.plan, findings: unit.plan.findings.filter((id) => !taken.has(id)) };
  unit.isSplit = true;
  unit.phase = 'answered';
  delete unit.check;
};

/** What the whole has shown holds for its parts: the combined result is verified again if one of them is left out. */
const passOn = (state: RunState, check: Verification, { parts }: RunEventOf<'unit.split'>): void => {
  for (const part of parts)
    withUnit(state, part.unit, (unit) => {
      unit.phase = 'checked';
      unit.check = check;
    });
};

const shared = (
  { claims, usage }: Answer,
  findings: readonly string[],
  all: number,
): Pick<Answer, 'claims' | 'usage'> => ({
  claims: Object.fromEntries(findings.flatMap((id) => (claims[id] ? [[id, claims[id]]] : []))),
  usage: Object.fromEntries(
    Object.entries(shareOf(usage, all)).map(([key, value]) => [key, (value ?? 0) * findings.length]),
  ),
});
