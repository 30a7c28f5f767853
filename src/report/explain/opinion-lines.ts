/** What challengers, judges and people said of a change, as lines. */
import type { Attempt } from '../../model/attempt.ts';
import type { Remark } from '../../model/remark.ts';
import { present } from '../../plain/present.ts';
import { firstOf } from './run-lines.ts';

export const challengeLines = ({ challenge }: Pick<Attempt, 'challenge'>): string[] => {
  if (challenge === undefined) return [];
  const { score, threshold, feedback, votes, improvements } = challenge;
  return [
    `scored ${score}, ${threshold} needed: ${feedback}`,
    ...votes.map((vote) => `${vote.challenger}: ${vote.score ?? 'no score'}: ${vote.feedback}`),
    ...improvements.map((text) => `still to be done: ${text}`),
  ];
};

export const disputeLines = ({ dispute, ruling }: Attempt): string[] =>
  present([
    dispute?.ground !== undefined && `the agent says that the finding is wrong: ${dispute.ground}`,
    ...(dispute?.evidence ?? []).map(({ file, line, quote }) => `| ${file}:${line} ${quote}`),
    ruling !== undefined && `${ruling.verdict}, by ${ruling.by}: ${ruling.reason}`,
  ]);

export const decisionLines = ({ gates = [] }: Attempt): string[] => {
  const decision = gates.find(({ gate }) => gate === 'durable')?.evidence['decision'];
  return decision === undefined ? [] : [`asked whether it may add this: ${decision}`];
};

/** What is known of a change beside what the report has: remarks on it, and what challengers were shown. */
export type Noticed = {
  remarks: readonly Remark[];
  challengers: readonly { name: string; prompt?: string; shown?: { beside: string[]; noticed: string[] } }[];
};

export const shownLines = ({ challengers }: Noticed): string[] =>
  challengers.flatMap(({ name, shown }) => {
    if (shown === undefined) return [];
    const beside = shown.beside.length === 0 ? 'no other fix' : `the fixes of ${shown.beside.join(', ')}`;
    return [
      `${name} was shown the finding, the change, and ${beside} to compare with`,
      ...firstOf(shown.noticed).map((each) => `${name} was told: ${each}`),
    ];
  });
