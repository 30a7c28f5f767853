/** Plans the next fixes as soon as an agent is free: from the head that is proven by then, in files nobody works on. */
import { filesOf, groupOf } from '../../model/finding/files.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { type Busy, claimsOf, type PlannedUnit, planStep, type Turn } from '../../stages/plan/steps.ts';
import { mayBegin } from '../state/mode.ts';
import { currentCycle, type RunState, workingUnits } from '../state/state.ts';
import type { UnitState } from '../state/unit.ts';
import { stillMute } from './calls/reason-to-stop.ts';
import { parkedUnits } from './decisions.ts';
import { type Question, record } from './first-of.ts';
import { nextTwo } from './prove/needs-another.ts';
import { madePlan, turnsOf } from './turns.ts';

/** Whoever has a turn in the cycle under way: for the first time, or once more after a refusal that says so. */
export const startStep: Question = (state) => {
  const cycle = currentCycle(state);
  // What is under way may still make a start pass that fails and says nothing; others would be paid for in vain (5.9).
  if (!cycle || !mayBegin(state) || stillMute(state)) return null;
  const others = busyUnits(state);
  const atWork = others.filter(isAtWork).length;
  if (atWork >= state.config.fix.concurrency) return null;
  const busy = { atWork, ...busyWith(state, others) };
  const planned = withTwos(state, busy, planStep(inPlan(state, turnsOf(state, cycle.n)), state.config.fix, busy));
  if (planned.length === 0) return null;
  const step = cycle.steps + 1;
  const units = planned.map((unit, index) => ({ ...unit, unit: `${cycle.n}.${step}.${index + 1}` }));
  return record([{ type: 'step.started', cycle: cycle.n, step, base: state.code.verifiedHead.commit, units }]);
};

/** Machine-made fixes that failed come in twos before anybody is paid for them. */
const withTwos = (state: RunState, busy: Busy, planned: PlannedUnit[]): PlannedUnit[] => {
  const two = busy.isAnybody || planned.some(isMachineMade) ? null : nextTwo(state);
  return two ? [two] : planned;
};

/** Those that are not judged yet. What waits for a person holds nobody up. */
const busyUnits = (state: RunState): UnitState[] => {
  const parked = parkedUnits(state);
  return workingUnits(state).filter(({ plan }) => !parked.has(plan.unit));
};

/** What nobody else may work on meanwhile. */
const busyWith = (state: RunState, units: readonly UnitState[]): Omit<Busy, 'atWork'> => {
  const findings = units.flatMap(({ plan }) => plan.findings.flatMap((id) => state.findings.get(id)?.finding ?? []));
  const groups = madePlan(state) ? [] : findings.flatMap((finding) => groupOf(finding) ?? []);
  return {
    claims: new Set(claimsOf(findings.flatMap(filesOf), groups)),
    isExclusive:
      units.some(({ plan }) => plan.alone === true || plan.findings.length > 1) ||
      findings.some((finding) => filesOf(finding).length === 0),
    isAnybody: units.length > 0,
  };
};

const isAtWork = ({ phase }: UnitState): boolean => phase === 'planned' || phase === 'started';

/**
 * Its steps follow each other: one that was passed over, since it could not be paid for, waits for what is under way. A
 * delegated call is told them all, and keeps to their order.
 */
const inPlan = (state: RunState, turns: readonly Turn[]): readonly Turn[] => {
  const plan = madePlan(state);
  if (!plan || state.config.fix.mode === 'delegated') return turns;
  const due = new Map(turns.map((turn) => [turn.finding.id, turn]));
  const parked = parkedUnits(state);
  const busy = new Set(
    workingUnits(state).flatMap(({ plan: { unit, findings } }) => (parked.has(unit) ? [] : findings)),
  );
  const stepWith = (ids: Pick<ReadonlySet<string>, 'has'>) =>
    plan.steps.find(({ findings }) => findings.some((id) => ids.has(id)));
  const step = stepWith(busy) ?? stepWith(due);
  return step ? step.findings.flatMap((id) => due.get(id) ?? []) : turns;
};
