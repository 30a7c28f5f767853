/** What proves a fix (5.10): derived from what was seen, never from what anybody said. */
import { trustsClaims } from '../../../config/trust.ts';
import { reviewersOf } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import { isRechecked } from '../../../model/run/rechecked.ts';
import { missingProof } from '../../../stages/gates/proof.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { rechecksOf, proofOfChange } from './proof-of-change.ts';
import { reviewedAgain } from './reviewed-again.ts';
import { whyNobodyLooks } from './provable.ts';

/** The unit that became its commit, or that of another finding whose fix took it along. */
const unitThatFixed = (
  { fixing: { units } }: RunState,
  { finding, commit, together, attempts }: FindingState,
): UnitState | undefined => {
  if (together !== undefined) return units.get(together);
  if (commit === undefined) return undefined;
  for (let n = attempts.length - 1; n >= 0; n -= 1) {
    const unit = units.get(attempts[n]?.unit ?? '');
    if (unit?.commit?.commit === commit && unit.plan.findings.includes(finding.id)) return unit;
  }
  return undefined;
};

/** Whether somebody looked again at a finding that was fixed. Asked about all of them whenever events are stored. */
export const wasRechecked = (state: RunState, fixed: FindingState): boolean => {
  const unit = unitThatFixed(state, fixed);
  return (unit !== undefined && isRechecked(rechecksOf(state, unit, fixed.finding))) || reviewedAgain(state, fixed);
};

/** Proof of a finding that was fixed, in the order of the model. */
export const proofOf = (state: RunState, fixed: FindingState): Proof[] => {
  const unit = unitThatFixed(state, fixed);
  const ofChange = unit ? proofOfChange(state, unit, fixed.finding) : [];
  const all: Proof[] = reviewedAgain(state, fixed) ? [...ofChange, 'review'] : ofChange;
  return (['tool', 'review', 'target', 'reproduction', 'tests'] as const).filter((kind) => all.includes(kind));
};

/**
 * Fixed once more after it was reported again, and nobody who reported it has looked since (7.9). Where claims are
 * trusted, nobody has to.
 */
export const lacksAnotherLook = (state: RunState, fixed: FindingState): boolean =>
  fixed.status === 'fixed' &&
  fixed.reopened !== undefined &&
  !trustsClaims(state.config) &&
  !proofOf(state, fixed).some((kind) => kind === 'tool' || kind === 'review');

const noOtherLook = (state: RunState, fixed: FindingState): string | null => {
  if (!lacksAnotherLook(state, fixed)) return null;
  const by = reviewersOf(fixed.finding).join(', ');
  const what = 'raise review.rounds, or look at it yourself';
  return `${by} reported it again after an earlier fix, and has not looked at this one: ${what}`;
};

/** Why a finding whose fix was taken in is not fixed after all; null when it is. */
export const lacksProofInTheEnd = (state: RunState, fixed: FindingState): string | null => {
  const missing =
    missingProof(proofOf(state, fixed), state.config, whyNobodyLooks(state, fixed.finding)) ??
    noOtherLook(state, fixed);
  if (missing === null) return null;
  // Only with a commit for each fix does the repository of the user get this one.
  const isNamed = fixed.commit !== undefined && state.config.commit.per === 'finding';
  const commit = isNamed ? ` in ${fixed.commit?.slice(0, 12)}` : '';
  return `changed${commit}, and not proven: ${missing}`;
};
