/** Whether the code is as it was before, after fixes: then one of them took back what another had put in. */
import type { Commit } from '../../../model/run/snapshot.ts';
import type { RunState } from '../../state/state.ts';

/** The first commit, from the given one on, whose tree was there before, and which had it; null where all are new. */
export const returnedTree = (
  { run, code }: RunState,
  from = 0,
): { at: number; before: number; commit: Commit } | null => {
  const seen = new Map([[run.started.start.tree, -1]]);
  for (const [at, commit] of code.commits.entries()) {
    const before = seen.get(commit.tree);
    if (before !== undefined && at >= from) return { at, before, commit };
    seen.set(commit.tree, at);
  }
  return null;
};
