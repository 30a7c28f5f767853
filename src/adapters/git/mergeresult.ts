/** Merges a run's result into the branch that the user is on, by plumbing: no hook, filter or merge driver of the repository is run. */
import { existsSync } from 'node:fs';
import { RepoError } from '../../ports/repo.ts';
import type { ApplyResult } from '../../ports/repo.ts';
import { identityEnvironment } from './commit.ts';
import type { Control } from './control.ts';
import { diffNames } from './diff.ts';
import { git, GitFailure } from './git.ts';
import { type Location, readHead } from './locate.ts';
import { merge } from './merge.ts';
import { readable } from './bytes.ts';
import { transfer } from './transfer.ts';

const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

async function isAncestor(control: Control, older: string, newer: string): Promise<boolean> {
  const { exitCode } = await control.git(['merge-base', '--is-ancestor', older, newer], { allow: [1, 128] });
  return exitCode === 0;
}

/** What the user's branch will stand on: the result itself where that is possible, else a merge of both. */
async function targetFor(control: Control, mine: string, head: string): Promise<string | { conflicts: string[] }> {
  if (await isAncestor(control, mine, head)) return head;
  const merged = await merge(control, mine, head);
  if ('conflicts' in merged) return merged;
  const env = identityEnvironment(control.frozen, new Date().toISOString());
  const input = `Merge the fixes of run ${control.frozen.run}\n`;
  const { stdout } = await control.git(['commit-tree', '-p', mine, '-p', head, merged.tree], { env, input });
  return stdout.toString().trim();
}

/** Moves files and index from one commit to the other; git refuses before it writes anything that would lose a change of the user. */
async function checkOut(control: Control, at: Location, from: string, to: string): Promise<string | null> {
  const call = { gitDir: control.paths.control, workTree: at.root, index: `${at.gitDir}/index`, cwd: at.root };
  await control.git(['update-index', '-q', '--refresh'], { ...call, allow: 'any' });
  try {
    await control.git(['read-tree', '-m', '-u', from, to], call);
    return null;
  } catch (failure) {
    if (failure instanceof GitFailure) return failure.stderr.replaceAll(/^error: /gm, '').trim();
    throw failure;
  }
}

export async function mergeResult(control: Control, at: Location, head: string): Promise<ApplyResult> {
  const busy = UNDER_WAY.find((name) => existsSync(`${at.gitDir}/${name}`));
  if (busy !== undefined) throw new RepoError(`Something is under way in ${at.root} (${busy}). Finish or abort it, then merge.`);
  if (control.frozen.sparse)
    throw new RepoError(
      `${at.root} is a sparse checkout, and this merge would bring in files that are not part of it. Merge the branch of the run with git merge, or use fixpoint apply without --merge.`,
    );
  const mine = await readHead(at);
  if (await isAncestor(control, head, mine.commit)) return { applied: true, files: [], skipped: [] };
  const target = await targetFor(control, mine.commit, head);
  if (typeof target !== 'string')
    return { applied: false, conflicts: target.conflicts.map((file) => ({ file, reason: 'changed on both sides' })) };
  await transfer(control.paths.control, at.objects, { commit: target, known: mine.commit, partial: control.frozen.partial });
  const refused = await checkOut(control, at, mine.commit, target);
  if (refused !== null) return { applied: false, conflicts: [{ file: at.root, reason: refused }] };
  const env = identityEnvironment(control.frozen, new Date().toISOString());
  await git(['update-ref', '-m', `fixpoint apply --merge: run ${control.frozen.run}`, 'HEAD', target, mine.commit], {
    gitDir: at.gitDir,
    env,
  });
  const changes = await diffNames(control, mine.tree, await control.treeOf(target));
  return { applied: true, files: changes.map(({ path }) => readable(path)), skipped: [] };
}
