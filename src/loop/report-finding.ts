/** What became of one finding, as the report tells it. */
import type { Attempt } from '../model/attempt.ts';
import type { ReportFinding } from '../model/finding/reported.ts';
import { issueOf } from './report-leftovers.ts';
import { placeOf } from '../model/place.ts';
import { given } from '../plain/given.ts';
import { codesOfCommit } from './state/places.ts';
import { proofOf } from './decide/gates/proof.ts';
import type { FindingState, RunState } from './state/state.ts';

/** A commit as the repository of the user has it: itself, the one that stands for all, or none. */
const commitFor = ({ config, end }: RunState, commit: string | undefined): string | undefined => {
  if (commit === undefined || config.commit.per === 'finding') return commit;
  return config.commit.per === 'run' ? (end.handedOver?.head ?? undefined) : undefined;
};

export const reportFinding = (state: FindingState, run: RunState): ReportFinding => {
  const { edits: _edits, ranIn: _ranIn, ...finding } = state.finding;
  return {
    ...finding,
    status: state.status,
    ...given({ reason: reasonIn(state) }),
    ...given({ commit: commitFor(run, state.commit) }),
    ...(state.reported && { reported: placeOf(state.reported) }),
    ...given({ removedBy: removalOf(state, run), reopened: reopeningsOf(state, run) }),
    ...(state.status === 'fixed' && { proof: proofOf(run, state) }),
    ...issueOf(run, state),
    attempts: state.attempts.map(withCost),
  };
};

/** Of what was fixed by itself, nothing is to be explained. */
const reasonIn = ({ status, together, reason }: FindingState): string | undefined =>
  status !== 'fixed' || together !== undefined ? reason : undefined;

const withCost = (attempt: Attempt): ReportFinding['attempts'][number] => ({ ...attempt, ...costOf(attempt) });

const removalOf = ({ removedBy }: FindingState, run: RunState): ReportFinding['removedBy'] =>
  removedBy === undefined
    ? undefined
    : { ...given({ commit: commitFor(run, removedBy) }), codes: codesOfCommit(run, removedBy) };

const reopeningsOf = ({ reopened }: FindingState, run: RunState): ReportFinding['reopened'] =>
  reopened?.map(({ round, by, commit }) => ({ round, by: [...by], ...given({ commit: commitFor(run, commit) }) }));

const costOf = ({ usage }: Attempt): { usd?: number; tokens?: number } => ({
  ...given({ usd: usage.usd }),
  ...((usage.inputTokens !== undefined || usage.outputTokens !== undefined) && {
    tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
  }),
});
