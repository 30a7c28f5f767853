/** Stops a run that gets nowhere, and says why (7.6). */
import type { RunEvent } from '../../../model/event.ts';
import { currentRound, isOpen, type RunState } from '../../state/state.ts';
import { type Question, record } from '../first-of.ts';
import { looksOf } from './looks.ts';
import { returnedTree } from './returned-tree.ts';
import { type Standstill, standstillOf } from './standstill.ts';
import { trajectoryOf } from './trajectory.ts';

export const stopWhereNothingConverges: Question = (state) => {
  const standstill = treeReturned(state) ?? roundsLeadNowhere(state);
  return standstill && record([stopping(standstill)]);
};

const stopping = ({ reason, message }: Standstill): RunEvent => ({ type: 'run.stopping', reason, message });

const treeReturned = (state: RunState): Standstill | null => {
  const returned = returnedTree(state, state.reviews.overruled?.commits);
  if (!returned) return null;
  const { before, commit } = returned;
  const earlier = before < 0 ? 'at the start' : `after ${codesOf(state, state.code.commits[before]?.findings)}`;
  return {
    reason: 'tree-returned',
    message:
      `With the fix of ${codesOf(state, commit.findings)} the code is again as it was ${earlier}: ` +
      'fixes undo each other.',
  };
};

const codesOf = ({ findings }: RunState, ids: readonly string[] = []): string =>
  ids.map((id) => findings.get(id)?.finding.code ?? id).join(', ') || 'a finding';

/**
 * Decided when the reports of a further round were taken up, and something would be fixed again. Whoever resumes a run
 * that got nowhere wants it to try on: the counting begins anew with the round in which it was resumed.
 */
const roundsLeadNowhere = (state: RunState): Standstill | null => {
  if (currentRound(state)?.cause !== 'again' || !state.findings.values().some(isOpen)) return null;
  const since = state.reviews.overruled?.rounds ?? 0;
  return standstillOf(looksOf(trajectoryOf(state)).filter(({ round }) => round >= since));
};
