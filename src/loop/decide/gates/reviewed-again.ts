/** Whether a reviewer looked at a finding again after it was fixed. */
import { reviewersOf } from '../../../model/finding.ts';
import type { FindingState, RoundState, RunState } from '../../state/state.ts';
import { hasVerdict } from '../../state/verdict.ts';

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
export const reviewedAgain = (state: RunState, fixed: FindingState): boolean => {
  const { finding } = fixed;
  if (state.reviews.rounds.length === 0) return false;
  const fixedIn = roundOfFix(state, fixed);
  if (fixedIn < 0) return false;
  return roundsHeard(state)
    .filter(({ round }) => round > fixedIn && !state.findings.has(`${finding.id}-${round}`))
    .some((round) => reviewersOf(finding).some((name) => hasLooked(state, round, name, finding.file)));
};

/** Until its reports are taken up nobody knows what a round speaks of: one of them may be this finding reworded. */
const roundsHeard = ({ reviews: { rounds, admitted } }: RunState): RoundState[] =>
  admitted ? rounds : rounds.slice(0, -1);

const hasLooked = (state: RunState, round: RoundState, reviewer: string, file: string | undefined): boolean => {
  const { verdict } = round.reviews.get(reviewer) ?? {};
  return (verdict === 'PASSED' || verdict === 'NEEDS_WORK') && looksAt(state, round, reviewer, file);
};

/** Whoever reported it again has not looked at what was done about that. Below zero when there was none. */
const roundOfFix = ({ fixing }: RunState, { attempts, reopened }: FindingState): number => {
  const accepted = attempts.findLast(({ result }) => result === 'accepted');
  const cycle = fixing.cycles.find(({ n }) => n === accepted?.cycle);
  return Math.max(cycle?.round ?? -1, reopened?.at(-1)?.round ?? -1);
};
