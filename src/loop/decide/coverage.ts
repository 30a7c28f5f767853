/** Which of the changes reviewing agents have looked at, over all rounds (2.8). */
import type { ReportCoverage } from '../../model/report.ts';
import { coverageOf } from '../../stages/review/coverage.ts';
import type { RoundState, RunState } from '../state/state.ts';
import { hasVerdict } from '../state/verdict.ts';

/** Null when no agent reviewed. */
export const coverageOfRun = (state: RunState): ReportCoverage | null => {
  const rounds = state.reviews.rounds
    .filter(({ scopes }) => scopes.size > 0)
    .map((round) => coverageOf(scopesOf(state, round)));
  if (rounds.length === 0) return null;
  return {
    base: state.run.started.base?.commit ?? '',
    complete: rounds.every(({ complete }) => complete),
    hunks: rounds.reduce((sum, { hunks }) => sum + hunks, 0),
    reviewed: rounds.reduce((sum, { reviewed }) => sum + reviewed, 0),
    notReviewed: rounds.flatMap(({ notReviewed }) => notReviewed),
  };
};

const scopesOf = (state: RunState, { round, scopes, reviews }: RoundState) =>
  [...scopes.values()].map((scope) => ({
    scope,
    reviewed: new Set(
      [...state.agents.calls.values()].flatMap(({ subject, answer }) =>
        subject.role === 'review' &&
        subject.round === round &&
        subject.reviewer === scope.reviewer &&
        answer &&
        hasVerdict(answer)
          ? [subject.part]
          : [],
      ),
    ),
    failed: reviews.get(scope.reviewer)?.message ?? 'the reviewer was not heard',
  }));
