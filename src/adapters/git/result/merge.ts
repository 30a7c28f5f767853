/** Merges two commits without a work tree. */
import { type MergeResult, RepoError } from '../../../ports/repo.ts';
import { readable, splitNul } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { GitFailure } from '../door/git-call.ts';

export const merge = async (control: Control, ours: string, theirs: string): Promise<MergeResult> => {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const { exitCode, stdout } = await control.git(args, { allow: [1] }).catch(notMerged(ours, theirs));
  const [tree = '', ...files] = splitNul(stdout);
  if (exitCode !== 0) return { conflicts: [...new Set(files)].map(readable) };
  control.know(tree, tree);
  return { tree };
};

const notMerged =
  (ours: string, theirs: string) =>
  (failure: unknown): never => {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(`${ours} and ${theirs} could not be merged: ${failure.stderr.trim()}`);
  };
