/** What proves a fix (5.10): derived from what was seen, never from what anybody said. */
import { trustsClaims } from '../../../config/trust.ts';
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import { isRechecked } from '../../../model/run/rechecked.ts';
import type { Verification } from '../../../model/verification.ts';
import { present } from '../../../plain/present.ts';
import { missingProof } from '../../../stages/gates/proof.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import type { FindingState, RoundState, RunState } from '../../state/state.ts';
import { type UnitState, verificationOf } from '../../state/unit.ts';
import { hasVerdict } from '../../state/verdict.ts';
import { hasTarget } from './targets.ts';
import { canProve, isWatched } from './watching.ts';

/** Commands really ran, and all of them passed; neither a hook of the user's nor a check of one file is a test. */
const testsPassed = (shown: Verification | undefined): boolean =>
  shown?.verdict === 'passed' &&
  shown.commands.some(({ hook, target, status }) => hook !== true && !target && status === 'passed');

/** Every check that speaks about its file passed on the change. */
const targetPassed = ({ check, answer }: UnitState, finding: Finding): boolean => {
  const { file } = answer?.snapshot ? inSnapshot(finding, answer.snapshot) : finding;
  const own = (check?.commands ?? []).filter(({ target }) => file !== undefined && target?.files.includes(file));
  return own.length > 0 && own.every(({ status }) => status === 'passed');
};

/** A tool that reported it looked at the change, and the gate found that it does so no longer. */
const toolLooked = (state: RunState, shown: Verification | undefined, finding: Finding): boolean =>
  shown?.tools?.some(({ reviewer, status }) => status === 'ran' && canProve(state, reviewer, finding)) === true;

/**
 * Of a unit, before and when it is accepted: its own tree, the commit that it became, and the head with all of them.
 */
const shownOf = ({ checks: { verified }, code }: RunState, unit: UnitState): (Verification | undefined)[] => {
  const own = unit.answer && verificationOf(unit);
  return unit.commit ? [own, verified.get(unit.commit.tree), verified.get(code.verifiedHead.tree)] : [own];
};

/** What a run has shown of a change: of the group that it is in, or of the change by itself. */
const looksAtChange = (unit: UnitState, shown: Verification | null): (Verification | undefined)[] => [
  shown ?? undefined,
  unit.answer && verificationOf(unit),
];

/** Of a change that was checked: what is about the finding itself. */
const rechecksOf = (state: RunState, unit: UnitState, finding: Finding, shown: Verification | null = null): Proof[] =>
  present([
    looksAtChange(unit, shown).some((each) => toolLooked(state, each, finding)) && 'tool',
    targetPassed(unit, finding) && 'target',
  ]);

/** What is known as soon as a change was checked. `shown`: what a run has shown of the group that it is in. */
export const proofOfChange = (
  state: RunState,
  unit: UnitState,
  finding: Finding,
  shown: Verification | null = null,
): Proof[] => {
  const runs = [...looksAtChange(unit, shown), ...shownOf(state, unit)];
  return [
    ...rechecksOf(state, unit, finding, shown),
    // Where breaking the files breaks nothing, passing says nothing about them.
    ...(state.checks.doubt === undefined && runs.some(testsPassed) ? (['tests'] as const) : []),
  ];
};

const answeredParts = (state: RunState, { round }: RoundState, reviewer: string): Set<number> =>
  new Set(
    [...state.agents.calls.values()].flatMap(({ subject, answer }) =>
      subject.role === 'review' &&
      subject.round === round &&
      subject.reviewer === reviewer &&
      answer &&
      hasVerdict(answer)
        ? [subject.part]
        : [],
    ),
  );

const looksAt = (state: RunState, round: RoundState, reviewer: string, file: string | undefined): boolean => {
  const scope = round.scopes.get(reviewer);
  // A tool looks at everything.
  if (!scope) return true;
  const answered = answeredParts(state, round, reviewer);
  return scope.parts.some(({ part, covers }) => answered.has(part) && covers.some((range) => range.file === file));
};

/** Somebody who reported it was asked again about its file, after it was fixed, and did not report it. */
const reviewedAgain = (state: RunState, { finding, attempts, reopened }: FindingState): boolean => {
  if (state.reviews.rounds.length === 0) return false;
  const accepted = attempts.findLast(({ result }) => result === 'accepted');
  const cycle = state.fixing.cycles.find(({ n }) => n === accepted?.cycle);
  // Whoever reported it again has not looked at what was done about that.
  const fixedIn = Math.max(cycle?.round ?? -1, reopened?.at(-1)?.round ?? -1);
  if (fixedIn < 0) return false;
  return state.reviews.rounds
    .filter(({ round }) => round > fixedIn && !state.findings.has(`${finding.id}-${round}`))
    .some((round) =>
      reviewersOf(finding).some((name) => {
        const { verdict } = round.reviews.get(name) ?? {};
        return (verdict === 'PASSED' || verdict === 'NEEDS_WORK') && looksAt(state, round, name, finding.file);
      }),
    );
};

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
  return (['tool', 'review', 'target', 'tests'] as const).filter((kind) => all.includes(kind));
};

/** There is a review to come that may prove it. */
export const mayBeReviewed = ({ run, reviews, config: { review } }: RunState): boolean =>
  run.started.command === 'run' &&
  review.again !== 'never' &&
  reviews.rounds.filter(({ cause }) => cause === 'again').length + 1 < review.rounds;

export const whyNobodyLooks = ({ checks }: RunState, { id }: Finding): string | undefined =>
  checks.recheck?.nobody.find(({ findings }) => findings.includes(id))?.reason;

/** Why a finding cannot be fixed with the proof that is required, before anything is spent on it; null when it can. */
export const whyUnprovable = (state: RunState, { finding }: FindingState): string | null => {
  const possible = present<Proof>([
    isWatched(state, finding) && 'tool',
    mayBeReviewed(state) && 'review',
    hasTarget(state, finding.file) && 'target',
    state.config.verify.commands.length > 0 && 'tests',
  ]);
  return missingProof(possible, state.config, whyNobodyLooks(state, finding));
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
