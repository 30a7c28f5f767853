/** What proves a fix (5.10): derived from what was seen, never from what anybody said. */
import type { Config } from '../../config/schema.ts';
import { type Finding, reviewersOf } from '../../model/finding.ts';
import type { Proof } from '../../model/proof.ts';
import type { Verification } from '../../model/verification.ts';
import type { FindingState, RoundState, RunState, UnitState } from '../state/state.ts';
import { hasVerdict } from '../state/verdict.ts';
import { canProve, isWatched } from './watching.ts';

/** Commands really ran, and all of them passed; a hook of the user's is no test. */
const testsPassed = (shown: Verification | undefined): boolean =>
  shown?.verdict === 'passed' && shown.commands.some(({ hook, status }) => hook !== true && status === 'passed');

/** A tool that reported it looked at the change, and the gate found that it does so no longer. */
const toolLooked = (state: RunState, shown: Verification | undefined, finding: Finding): boolean =>
  (shown?.tools ?? []).some(({ reviewer, status }) => status === 'ran' && canProve(state, reviewer, finding));

/**
 * Of a unit, before and when it is accepted: its own tree, the commit that it became, and the head with all of them.
 */
const treesOf = (state: RunState, unit: UnitState): (Verification | undefined)[] => [
  unit.check,
  state.verified.get(unit.commit?.tree ?? ''),
  unit.commit ? state.verified.get(state.verifiedHead?.tree ?? '') : undefined,
];

/** What is known as soon as a change was checked. */
export const proofOfChange = (state: RunState, unit: UnitState, finding: Finding): Proof[] => [
  ...(toolLooked(state, unit.check, finding) ? (['tool'] as const) : []),
  // Where breaking the files breaks nothing, passing says nothing about them.
  ...(state.doubt === undefined && treesOf(state, unit).some(testsPassed) ? (['tests'] as const) : []),
];

const answeredParts = (state: RunState, { round }: RoundState, reviewer: string): Set<number> =>
  new Set(
    [...state.calls.values()].flatMap(({ subject, answer }) =>
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
const reviewedAgain = (state: RunState, { finding, attempts }: FindingState): boolean => {
  const accepted = attempts.findLast(({ result }) => result === 'accepted');
  const fixedIn = state.cycles.find(({ n }) => n === accepted?.cycle)?.round;
  if (fixedIn === undefined) return false;
  return state.rounds
    .filter(({ round }) => round > fixedIn && !state.findings.has(`${finding.id}-${round}`))
    .some((round) =>
      reviewersOf(finding).some((name) => {
        const { verdict } = round.reviews.get(name) ?? {};
        return (verdict === 'PASSED' || verdict === 'NEEDS_WORK') && looksAt(state, round, name, finding.file);
      }),
    );
};

const unitOf = (state: RunState, { finding, commit }: FindingState): UnitState | undefined =>
  [...state.units.values()].findLast(
    (unit) => unit.commit !== undefined && unit.commit.commit === commit && unit.plan.findings.includes(finding.id),
  );

/** Of a finding that was fixed; in the order of the model. */
export const proofOf = (state: RunState, fixed: FindingState): Proof[] => {
  const unit = fixed.together === undefined ? unitOf(state, fixed) : state.units.get(fixed.together);
  const known = unit ? proofOfChange(state, unit, fixed.finding) : [];
  const all: Proof[] = reviewedAgain(state, fixed) ? [...known, 'review'] : known;
  return (['tool', 'review', 'target', 'tests'] as const).filter((kind) => all.includes(kind));
};

type Required = Config['verify']['requireProof'][number];

const missingFrom = (proof: readonly Proof[], required: readonly Required[]): Required[] =>
  required.filter((kind) => (kind === 'any' ? proof.length === 0 : !proof.includes(kind)));

/** There is a review to come that may prove it. */
const mayBeReviewed = (state: RunState, { review }: Config): boolean =>
  state.started?.command === 'run' &&
  review.again !== 'never' &&
  state.rounds.filter(({ cause }) => cause === 'again').length + 1 < review.rounds;

const nobodySays = (state: RunState, finding: Finding): string => {
  const known = state.recheck?.nobody.find(({ findings }) => findings.includes(finding.id))?.reason;
  return known === undefined ? '' : ` (${known})`;
};

const inWords = (state: RunState, finding: Finding, missing: readonly Required[]): string =>
  missing
    .map((kind) => {
      switch (kind) {
        case 'tool':
          return `no tool looks again${nobodySays(state, finding)}: name a command with --recheck CMD, or install the tool with verify.setup`;
        case 'review':
          return 'no later review looked at it: raise review.rounds, or look at it yourself';
        case 'tests':
          return 'no verification command passed on it: name one with --verify CMD';
        case 'any':
          return `nothing proves it${nobodySays(state, finding)}: name a test with --verify CMD, or a command that looks again with --recheck CMD`;
        default:
          return kind satisfies never;
      }
    })
    .join('; ');

/** Why a finding cannot be fixed with the proof that is required, before anything is spent on it; null when it can. */
export const whyUnprovable = (state: RunState, { finding }: FindingState, config: Config): string | null => {
  const possible: Proof[] = [
    ...(isWatched(state, config, finding) ? (['tool'] as const) : []),
    ...(mayBeReviewed(state, config) ? (['review'] as const) : []),
    ...(config.verify.commands.length > 0 ? (['tests'] as const) : []),
  ];
  const missing = missingFrom(possible, config.verify.requireProof);
  return missing.length === 0 ? null : inWords(state, finding, missing);
};

/**
 * Why a checked change is not proven as it has to be, as far as that is known before it is taken in; null when it is.
 */
export const lacksProof = (state: RunState, unit: UnitState, finding: Finding, config: Config): string | null => {
  const proof: Proof[] = [
    ...proofOfChange(state, unit, finding),
    ...(mayBeReviewed(state, config) ? (['review'] as const) : []),
  ];
  const missing = missingFrom(proof, config.verify.requireProof);
  return missing.length === 0 ? null : inWords(state, finding, missing);
};

/** Why a finding whose fix was taken in is not fixed after all; null when it is. */
export const lacksProofInTheEnd = (state: RunState, fixed: FindingState, config: Config): string | null => {
  const missing = missingFrom(proofOf(state, fixed), config.verify.requireProof);
  if (missing.length === 0) return null;
  const commit = fixed.commit === undefined ? '' : ` in ${fixed.commit.slice(0, 12)}`;
  return `changed${commit}, and not proven: ${inWords(state, fixed.finding, missing)}`;
};
