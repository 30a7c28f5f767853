/** Puts a run's commits into the user's repository as a branch, under a name that is nobody else's. */
import { existsSync, readdirSync } from 'node:fs';
import { RepoError } from '../../../ports/repo.ts';
import { identityEnvironment } from './commit.ts';
import type { Control } from '../control/control.ts';
import { git } from '../door/git.ts';
import { transfer, updateRef } from '../control/transfer.ts';
import { readIfThere } from '../user/user-config.ts';

export const heads = 'refs/heads/';
const mostNames = 1000;

/** By name, without `refs/heads/`: the commit that each is at. */
export const branchesIn = async (commonDir: string): Promise<Map<string, string>> => {
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', heads], { gitDir: commonDir });
  const lines = stdout.toString('utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const gap = line.indexOf(' ');
      return [line.slice(gap + 1 + heads.length), line.slice(0, gap)] as const;
    }),
  );
};

/** Branches that some work tree stands on, also one that is in the middle of a rebase. */
export const checkedOut = (commonDir: string): Set<string> => {
  let linked: string[] = [];
  try {
    linked = readdirSync(`${commonDir}/worktrees`).map((name) => `${commonDir}/worktrees/${name}`);
  } catch {
    // No linked work trees.
  }
  const found = new Set<string>();
  for (const dir of [commonDir, ...linked]) {
    for (const file of ['HEAD', 'rebase-merge/head-name', 'rebase-apply/head-name']) {
      const ref = readIfThere(`${dir}/${file}`)
        .trim()
        .replace(/^ref: /, '');
      if (ref.startsWith(heads)) found.add(ref.slice(heads.length));
    }
  }
  return found;
};

const requireName = async (control: Control, branch: string): Promise<void> => {
  const { exitCode } = await control.git(['check-ref-format', `${heads}${branch}`], { allow: [1] });
  if (exitCode !== 0 || branch.startsWith('-')) {
    throw new RepoError(`"${branch}" cannot be the name of a branch. Choose another with --set commit.branch=NAME.`);
  }
};

/** Git keeps refs like files: `a` and `a/b` exclude each other. */
const requireNoClash = (branch: string, existing: Map<string, string>): void => {
  for (const other of existing.keys()) {
    if (branch.startsWith(`${other}/`) || other.startsWith(`${branch}/`)) {
      throw new RepoError(
        `The branch ${branch} cannot be made beside your branch ${other}. ` +
          `Rename yours (git branch -m ${other} NAME), then resume the run.`,
      );
    }
  }
};

/** A commit that this run made lies in its own object store, those of the user lie in theirs. */
const isOurs = ({ paths }: Control, commit: string): boolean =>
  existsSync(`${paths.control}/objects/${commit.slice(0, 2)}/${commit.slice(2)}`);

/** Forward, or away from an earlier result of this very run, as a resumed run that makes one commit of all needs it. */
const canMove = async (control: Control, from: string, to: string): Promise<boolean> => {
  if (isOurs(control, from)) return true;
  const { exitCode } = await control.git(['merge-base', '--is-ancestor', from, to], { allow: [1, 128] });
  return exitCode === 0;
};

const putBranch = async (
  { frozen, paths }: Control,
  name: string,
  { commit, from }: { commit: string; from: string | undefined },
): Promise<void> => {
  const { start, partial, objects, run } = frozen;
  await transfer(paths.control, objects, { commit, known: start.commit, partial });
  await updateRef(frozen, {
    ref: `${heads}${name}`,
    to: commit,
    from: from ?? '0'.repeat(commit.length),
    message: `fixpoint: run ${run}`,
    env: identityEnvironment(frozen, new Date().toISOString()),
  });
};

const namesLike = (branch: string): string[] => [
  branch,
  ...Array.from({ length: mostNames - 1 }, (_, index) => `${branch}-${index + 2}`),
];

export const handOver = async (control: Control, commit: string, branch: string): Promise<{ branch: string }> => {
  const { commonDir } = control.frozen;
  // Only the second reads objects.
  const [existing] = await Promise.all([branchesIn(commonDir), control.objects.verify(), requireName(control, branch)]);
  const busy = checkedOut(commonDir);
  requireNoClash(branch, existing);
  for (const name of namesLike(branch)) {
    const from = existing.get(name);
    if (from === commit) return { branch: name };
    if (busy.has(name) || (from !== undefined && !(await canMove(control, from, commit)))) continue;
    await putBranch(control, name, { commit, from });
    return { branch: name };
  }
  throw noFreeName(branch);
};

const noFreeName = (branch: string): RepoError =>
  new RepoError(
    `No free name was found for the branch ${branch}. ` +
      'Remove old ones, or choose another with --set commit.branch=NAME.',
  );
