/** What happens to the units of a step, as the state of a run keeps it. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { shareOf } from './calls.ts';
import { currentCycle, type RunState, type UnitState } from './state.ts';

export const startStep = (state: RunState, event: RunEventOf<'step.started'>): void => {
  const cycle = currentCycle(state);
  if (!cycle) return;
  cycle.steps = event.step;
  cycle.step = { n: event.step, base: event.base, units: event.units.map((plan) => plan.unit), integrated: false };
  for (const plan of event.units) state.units.set(plan.unit, { plan, cycle: event.cycle, phase: 'planned' });
};

export const withUnit = (state: RunState, key: string, change: (unit: UnitState) => void): void => {
  const unit = state.units.get(key);
  if (unit) change(unit);
};

/**
 * What one call changed, taken apart: each part is a unit of its own from here on; findings without a change stay
 * behind.
 */
export const splitUnit = (state: RunState, event: RunEventOf<'unit.split'>): void => {
  const unit = state.units.get(event.unit);
  const step = currentCycle(state)?.step;
  const { answer } = unit ?? {};
  if (!unit || !step || !answer) return;
  const asked = Object.keys(answer.claims);
  const taken = new Set(event.parts.flatMap((part) => part.findings));
  for (const { unit: key, findings, snapshot } of event.parts)
    state.units.set(key, {
      plan: { ...unit.plan, unit: key, findings },
      cycle: unit.cycle,
      phase: 'answered',
      partOf: event.unit,
      answer: {
        ...answer,
        ...shared(answer, findings, asked.length),
        unit: key,
        cut: [],
        unknownIds: [],
        snapshot,
        artifacts: [],
      },
    });
  if (unit.check && event.holds === true) passOn(state, unit.check, event);
  const rest = asked.filter((id) => !taken.has(id));
  unit.answer = { ...answer, ...shared(answer, rest, asked.length), snapshot: null };
  unit.plan = { ...unit.plan, findings: unit.plan.findings.filter((id) => !taken.has(id)) };
  unit.isSplit = true;
  unit.phase = 'answered';
  delete unit.check;
  step.units.splice(step.units.indexOf(event.unit) + 1, 0, ...event.parts.map((part) => part.unit));
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
  { claims, usage }: NonNullable<UnitState['answer']>,
  findings: readonly string[],
  all: number,
): Pick<NonNullable<UnitState['answer']>, 'claims' | 'usage'> => ({
  claims: Object.fromEntries(findings.flatMap((id) => (claims[id] ? [[id, claims[id]]] : []))),
  usage: Object.fromEntries(
    Object.entries(shareOf(usage, all)).map(([key, value]) => [key, (value ?? 0) * findings.length]),
  ),
});

export const remember = (state: RunState, verification: Verification): void => {
  state.verified.set(verification.tree, verification);
};

export const integrate = (state: RunState, event: RunEventOf<'units.integrated'>): void => {
  state.head = event.head;
  const step = currentCycle(state)?.step;
  if (step) step.integrated = true;
  for (const commit of event.commits) {
    withUnit(state, commit.unit, (unit) => {
      unit.phase = 'committed';
      unit.commit = commit;
    });
  }
  for (const conflict of event.conflicts) {
    withUnit(state, conflict.unit, (unit) => {
      unit.phase = 'conflict';
      unit.conflicts = conflict.files;
    });
  }
  const shown = state.verified.get(event.head.tree);
  if (shown && shown.verdict !== 'none') noteVerdict(state, shown);
};

/** What is known of the head is what is known at the end of the cycle. */
export const noteVerdict = (state: RunState, { tree, verdict }: Verification): void => {
  const cycle = currentCycle(state);
  if (cycle && state.head?.tree === tree) cycle.verdict = verdict;
};

export const acceptHead = (state: RunState, { head, verification }: RunEventOf<'head.accepted'>): void => {
  state.verifiedHead = head;
  const cycle = currentCycle(state);
  if (cycle && verification !== undefined) cycle.verdict = verification;
};

export const removeCulprits = (state: RunState, event: RunEventOf<'culprits.removed'>): void => {
  remember(state, event.verification);
  state.head = event.head;
  const cycle = currentCycle(state);
  if (cycle) cycle.verdict = event.verification.verdict;
  for (const commit of event.commits) {
    withUnit(state, commit.unit, (unit) => {
      unit.commit = commit;
    });
  }
  for (const { unit: key, reason } of event.removed) {
    withUnit(state, key, (unit) => {
      unit.phase = 'removed';
      unit.removedBecause = reason;
      delete unit.commit;
    });
  }
};
