/** What is known about trees, and which head counts. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import { isOfTargets, type Verification } from '../../model/verification.ts';
import { currentCycle, type RunState } from './state.ts';
import { type AnsweredUnit, factsOf, shownOf, type UnitState } from './unit.ts';

/** Units are replaced, not changed: what it had in an earlier phase does not stay behind. */
export const replaceUnit = (state: RunState, key: string, next: (unit: UnitState) => UnitState): void => {
  const unit = state.fixing.units.get(key);
  if (unit) state.fixing.units.set(key, next(unit));
};

/** What is known of a change is known of an answer. */
export const replaceAnswered = (state: RunState, key: string, next: (unit: AnsweredUnit) => UnitState): void =>
  replaceUnit(state, key, (unit) => (unit.answer ? next(unit) : unit));

export const remember = (state: RunState, verification: Verification): void => {
  if (!isOfTargets(verification)) state.checks.verified.set(verification.tree, verification);
  const cycle = currentCycle(state);
  if (cycle && verification.verdict !== 'none') cycle.shown = verification;
};

export const integrate = (state: RunState, event: RunEventOf<'units.integrated'>): void => {
  state.code.head = event.head;
  const step = currentCycle(state)?.step;
  if (step) step.integrated = true;
  keepCommits(state, event.commits);
  for (const { unit: key, files } of event.conflicts)
    replaceAnswered(state, key, (unit) => ({
      ...factsOf(unit),
      ...shownOf(unit),
      phase: 'conflict',
      conflicts: files,
    }));
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
  keepCommits(state, event.commits);
  for (const { unit: key, reason } of event.removed)
    replaceAnswered(state, key, (unit) => ({
      ...factsOf(unit),
      ...shownOf(unit),
      phase: 'removed',
      removedBecause: reason,
    }));
};

const keepCommits = (state: RunState, commits: readonly Commit[]): void => {
  for (const commit of commits)
    replaceAnswered(state, commit.unit, (unit) => ({
      ...factsOf(unit),
      ...shownOf(unit),
      phase: 'committed',
      commit,
    }));
};
