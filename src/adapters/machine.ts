/** What can be asked of this machine before a run. Changes and spends nothing. */
import { accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Machine } from '../ports/machine.ts';
import type { ProcessOutcome } from '../ports/process.ts';
import { checkoutAround, folderOutside, usersPath } from './process/users-programs.ts';
import { makeStateDir } from './git/control/state-dir.ts';
import { readable, splitNul } from './git/door/bytes.ts';
import { git } from './git/door/git.ts';
import { readUserText } from './git/door/read-text.ts';
import { identity } from './git/user/freeze.ts';
import { readHead } from './git/user/remembered/read-head.ts';
import { locate } from './git/user/locate.ts';
import { readUserConfig } from './git/user/user-config.ts';
import { createRunProcess } from './process/run-process.ts';
import { whyAtEveryChange } from './setup/explain.ts';

/** `stateDir`: may reject, when where it is to lie cannot be told. */
export const thisMachine = (env: NodeJS.ProcessEnv, stateDir: () => string): Machine => ({
  node: () => ({ version: process.version, program: process.execPath }),
  git: (folder, limitMs) => askGit(env, checkoutAround(folder), limitMs),
  committerNotes: async (root) => identity(await readUserConfig(await locate(root))).notes,
  stateFolder: async () => {
    const folder = makeStateDir(stateDir());
    accessSync(folder, constants.W_OK | constants.X_OK);
    return spaceOf(folder);
  },
  stateSpace: async () => {
    try {
      return await spaceOf(stateDir());
    } catch {
      return null;
    }
  },
  whySetupRepeats,
});

const spaceOf = async (folder: string): Promise<{ folder: string; freeBytes: number }> => {
  const { bavail, bsize } = await statfs(folder);
  return { folder, freeBytes: bavail * bsize };
};

const askGit = (env: NodeJS.ProcessEnv, checkout: string | undefined, timeoutMs: number): Promise<ProcessOutcome> =>
  createRunProcess({ environment: { ...env, PATH: usersPath(env['PATH'] ?? '', checkout) }, graceMs: 500 })({
    command: ['git', '--version'],
    cwd: folderOutside(checkout),
    timeoutMs,
    keepBytes: 4_096,
    marker: 'doctor',
  });

const whySetupRepeats: Machine['whySetupRepeats'] = async (commands, root) => {
  const at = await locate(root);
  const { commit } = await readHead(at);
  const listing = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  return whyAtEveryChange(commands, {
    paths: async () => splitNul((await git(listing, { gitDir: at.gitDir })).stdout).map(readable),
    text: (path) => readUserText(at, commit, path),
  });
};
