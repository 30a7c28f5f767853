/** Where a run's custody keeps what, below the state folder. */
import { join } from 'node:path';
import { RepoError } from '../../../ports/repo.ts';

export type RunPaths = {
  folder: string;
  control: string;
  /** The frozen facts of the run. */
  frozen: string;
  /** Digests of everything that decides how the control repository behaves. */
  seal: string;
  /** One small git directory for each submodule that can be read. */
  modules: string;
  /** The user's hooks as they were, where they are wanted as a gate. */
  hooks: string;
  workspaces: string;
  /** Custody indexes: apart from the workspaces, where an agent works. */
  indexes: string;
  /** What the user's hooks were before agents were at work; shared by all runs of the repository. */
  hookMemory: string;
  /** Backups of what `apply` replaced. */
  apply: string;
};

const runName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export const runPaths = (stateDir: string, repo: string, run: string): RunPaths => {
  if (!runName.test(run) || run.endsWith('.lock') || run.includes('..')) {
    throw new RepoError(`"${run}" cannot name a run: use letters, digits, dots, dashes and underscores.`);
  }
  return runPathsIn(join(stateDir, repo, 'runs', run), join(stateDir, repo, 'hooks.json'));
};

export const runPathsIn = (folder: string, hookMemory: string): RunPaths => ({
  folder,
  control: join(folder, 'control.git'),
  frozen: join(folder, 'custody.json'),
  seal: join(folder, 'control.sha256'),
  modules: join(folder, 'modules'),
  hooks: join(folder, 'hooks'),
  workspaces: join(folder, 'workspaces'),
  indexes: join(folder, 'index'),
  hookMemory,
  apply: join(folder, 'apply'),
});

export const pinOf = (run: string, what: 'start' | 'configuration' = 'start'): string => `refs/fixpoint/${run}/${what}`;
