/** Merges two commits without a work tree, and without a process where their changes do not meet. */
import { type MergeResult, RepoError } from '../../../ports/repo.ts';
import { readable, splitNul } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { GitFailure } from '../door/git-call.ts';
import { mergeTrees } from '../trees/merge-trees.ts';
import { tellNames } from '../trees/write-files.ts';

export const merge = async (control: Control, ours: string, theirs: string): Promise<MergeResult> => {
  const tree = await mergeByHand(control, ours, theirs);
  return tree === null ? mergeByGit(control, ours, theirs) : { tree };
};

const mergeByHand = async (control: Control, ours: string, theirs: string): Promise<string | null> => {
  control.seal.verify();
  const base = await control.ancestors.common(ours, theirs);
  if (base === null) return null;
  const [baseTree, oursTree, theirsTree] = await Promise.all([base, ours, theirs].map(control.treeOf));
  if (baseTree === undefined || oursTree === undefined || theirsTree === undefined) return null;
  const merged = await mergeTrees(control.trees, { base: baseTree, ours: oursTree, theirs: theirsTree });
  if (merged !== null) await tellNames(control, oursTree, merged);
  return merged;
};

const mergeByGit = async (control: Control, ours: string, theirs: string): Promise<MergeResult> => {
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
