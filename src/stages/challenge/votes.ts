/** Makes one judgement of what several challengers say. */
import type { Challenge, Vote } from '../../model/challenge.ts';

export type VotingRules = { vote: 'veto' | 'median' | 'majority'; threshold: number };

const mostImprovements = 20;

/** No score is never approval: it counts as 0, and so do no votes at all. */
export const combineVotes = (
  votes: readonly Vote[],
  rules: VotingRules,
  improvements: readonly string[],
): Challenge => ({
  score: scoreOf(
    votes.map(({ score }) => score ?? 0).toSorted((a, b) => a - b),
    rules,
  ),
  threshold: rules.threshold,
  feedback: feedbackOf(votes),
  improvements: [...new Set(improvements)].slice(0, mostImprovements),
  votes: [...votes],
});

/** Of scores in ascending order. */
const scoreOf = (scores: readonly number[], { vote, threshold }: VotingRules): number => {
  switch (vote) {
    case 'veto':
      return scores[0] ?? 0;
    case 'median':
      return scores[Math.floor((scores.length - 1) / 2)] ?? 0;
    case 'majority':
      return majorityScore(scores, threshold);
    default:
      return vote satisfies never;
  }
};

/** The score of the winning side that is nearest to the threshold; a tie is no majority. */
const majorityScore = (scores: readonly number[], threshold: number): number => {
  const solving = scores.filter((score) => score >= threshold);
  const rest = scores.filter((score) => score < threshold);
  return (solving.length > rest.length ? solving[0] : rest.at(-1)) ?? 0;
};

const feedbackOf = (votes: readonly Vote[]): string => {
  const [first, ...others] = votes;
  if (first === undefined) return 'no challenger was asked';
  if (others.length === 0) return first.feedback || (first.score === null ? 'the challenger gave no score' : '');
  return votes
    .map(({ challenger, score, feedback }) => `${challenger} (${score ?? 'no score'})${feedback && `: ${feedback}`}`)
    .join('\n');
};
