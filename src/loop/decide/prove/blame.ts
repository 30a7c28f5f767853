/** Whether the first fix of a group, which fails by itself, is believed to be bad. */
import type { RunEventOf } from '../../../model/event.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { GroupState, RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { objectionTo } from './holds.ts';
import { type Proving, nothing } from './proving.ts';

/** A failure is believed when it comes again; twice, where the fix is hardly ever bad, or commands are flaky. */
export const blame = (state: RunState, group: GroupState): Proving => {
  const { checks, fixing } = state;
  const [first] = group.commits;
  const unit = fixing.units.get(first?.unit ?? '');
  if (!first || !unit) return nothing;
  const confirmations = confirmationsFor(unit, checks.isFlaky);
  if ((checks.runs.get(first.tree) ?? 1) <= confirmations)
    return { ...nothing, trial: [{ do: 'check-head', tree: first.tree }] };
  return { ...nothing, decided: [{ type: 'group.finished', group: group.n, culprit: culpritIn(state, first) }] };
};

const culpritIn = (state: RunState, commit: Commit): RunEventOf<'group.finished'>['culprit'] => {
  const { gate, reason } = objectionTo(state, [commit]) ?? { gate: 'verify', reason: '' };
  return { unit: commit.unit, gate, reason };
};

/** Two that are tried together have failed by themselves already, and were believed to. */
const confirmationsFor = ({ plan }: UnitState, isFlaky: boolean): number => {
  if (isFlaky) return 2;
  if (!isMachineMade(plan)) return 1;
  return plan.findings.length > 1 ? 0 : 2;
};
