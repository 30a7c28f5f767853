/** What is known about trees, and which head counts. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Verification } from '../../model/verification.ts';
import { currentCycle, type RunState, type UnitState } from './state.ts';

export const withUnit = (state: RunState, key: string, change: (unit: UnitState) => void): void => {
  const unit = state.fixing.units.get(key);
  if (unit) change(unit);
};

export const remember = (state: RunState, verification: Verification): void => {
  state.checks.verified.set(verification.tree, verification);
};

export const integrate = (state: RunState, event: RunEventOf<'units.integrated'>): void => {
  state.code.head = event.head;
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
  const shown = state.checks.verified.get(event.head.tree);
  if (shown && shown.verdict !== 'none') noteVerdict(state, shown);
};

/** What is known of the head is what is known at the end of the cycle. */
export const noteVerdict = (state: RunState, { tree, verdict }: Verification): void => {
  const cycle = currentCycle(state);
  if (cycle && state.code.head.tree === tree) cycle.verdict = verdict;
};

export const acceptHead = (state: RunState, { head, verification }: RunEventOf<'head.accepted'>): void => {
  state.code.verifiedHead = head;
  const cycle = currentCycle(state);
  if (cycle && verification !== undefined) cycle.verdict = verification;
};

export const removeCulprits = (state: RunState, event: RunEventOf<'culprits.removed'>): void => {
  remember(state, event.verification);
  state.code.head = event.head;
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
