/** `apply --merge`: merges a branch into what the user has checked out, by plumbing and with our configuration. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { RepoError } from '../../ports/repo.ts';
import { readable, splitNul } from './bytes.ts';
import { withBorrowed } from './borrowed.ts';
import { identityEnvironment } from './commit.ts';
import { identity } from './freeze.ts';
import { git, GitFailure, gitText } from './git.ts';
import type { GitCall } from './git.ts';
import { locate, readHead } from './locate.ts';
import type { Location } from './locate.ts';
import { readUserConfig } from './userconfig.ts';
import type { UserConfig } from './userconfig.ts';

export type Merged = {
  applied: boolean;
  files: string[];
  skipped: string[];
  conflicts: { file: string; reason: string }[];
  message?: string;
};

const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'index.lock'];

function requireQuiet(at: Location): void {
  const busy = UNDER_WAY.find((name) => existsSync(`${at.gitDir}/${name}`));
  if (busy !== undefined) {
    throw new RepoError(`Another git operation is under way in ${at.root} (${busy}). Finish or abort it, then apply the run again.`);
  }
}

const refused = (conflicts: Merged['conflicts']): Merged => ({ applied: false, files: [], skipped: [], conflicts });

/** The commit that HEAD becomes, or the files that do not fit. */
async function join(call: GitCall, config: UserConfig, names: { head: string; tip: string; branch: string }): Promise<string | string[]> {
  const { head, tip, branch } = names;
  const ahead = await git(['merge-base', '--is-ancestor', head, tip], { ...call, allow: [1] });
  if (ahead.exitCode === 0) return tip;
  const tried = await git(['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', head, tip], { ...call, allow: [1] });
  const [tree = '', ...files] = splitNul(tried.stdout);
  if (tried.exitCode !== 0) return [...new Set(files)];
  const env = { ...call.env, ...identityEnvironment(identity(config), new Date().toISOString()) };
  return gitText(['commit-tree', '-p', head, '-p', tip, tree], { ...call, env, input: `Merge branch '${branch}'\n` });
}

async function moveTo(
  at: Location,
  call: GitCall,
  config: UserConfig,
  move: { from: string; to: string; branch: string },
): Promise<Merged> {
  const index = `${at.gitDir}/index`;
  const inTree = { ...call, workTree: at.root, index };
  const listed = await git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', move.from, move.to], call);
  await git(['update-index', '-q', '--refresh'], { ...inTree, allow: [1] });
  try {
    // Refuses, before it writes anything, where the user's own changes would be lost.
    await git(['read-tree', '-m', '-u', move.from, move.to], inTree);
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    const files = [...failure.stderr.matchAll(/Entry '(.+)' (?:not uptodate|would be overwritten)/g)].map((match) => match[1] ?? '');
    const reason = 'you have changes in it that the merge would overwrite: commit or stash them';
    return refused(files.length > 0 ? files.map((file) => ({ file, reason })) : [{ file: '.', reason: failure.stderr.trim() }]);
  }
  const env = identityEnvironment(identity(config), new Date().toISOString());
  await git(['update-ref', '-m', `fixpoint: merge ${move.branch}`, 'HEAD', move.to, move.from], { gitDir: at.gitDir, env });
  return {
    applied: true,
    files: splitNul(listed.stdout).map(readable),
    skipped: [],
    conflicts: [],
    message: `Merged ${move.branch}. To take it back: git reset --keep ${move.from}`,
  };
}

export async function mergeBranch(root: string, branch: string): Promise<Merged> {
  const at = await locate(root);
  requireQuiet(at);
  const config = await readUserConfig(at);
  const { commit: head } = await readHead(at);
  const found = await git(['rev-parse', '--verify', '-q', `refs/heads/${branch}^{commit}`], { gitDir: at.gitDir, allow: [1, 128] });
  const tip = found.stdout.toString().trim();
  if (tip === '') throw new RepoError(`There is no branch ${branch} in ${at.root} any more. Use \`fixpoint apply\` without --merge.`);
  return withBorrowed(at, { config, head, scratch: tmpdir() }, async (gitDir) => {
    const call: GitCall = { gitDir, env: { GIT_OBJECT_DIRECTORY: at.objects } };
    const target = await join(call, config, { head, tip, branch });
    if (typeof target !== 'string') {
      return refused(target.map((file) => ({ file: readable(file), reason: 'both your branch and the run changed it' })));
    }
    return moveTo(at, call, config, { from: head, to: target, branch });
  });
}
