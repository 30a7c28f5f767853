/** What is to be known of a checkout before something is written into it on behalf of its user. */
import { userInfo } from 'node:os';
import type { Checkout } from '../../../ports/repositories.ts';
import { committedTree } from './committed.ts';
import { usersEnvironment } from '../door/environment.ts';
import { identity } from './freeze.ts';
import { git } from '../door/git.ts';
import { locate, type Location } from './locate.ts';
import { readUserConfig } from './user-config.ts';

const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return 'unknown';
  }
};

/** Rejects with RepoError when the folder is not in a work tree. */
export const openCheckout = async (folder: string): Promise<Checkout> => {
  const at = await locate(folder);
  return {
    root: at.root,
    committed: (ref) => committedTree(at, ref),
    user: async () => {
      const { author, notes } = identity(await readUserConfig(at));
      return notes.length === 0 ? `${author.name} <${author.email}>` : systemUser();
    },
    isIgnored: (path) => isIgnored(at, path),
  };
};

const isIgnored = async ({ gitDir, root }: Location, path: string): Promise<boolean> => {
  // This command refuses to take names literally; ours is none that could mean anything else.
  const env = { GIT_LITERAL_PATHSPECS: '0' };
  const call = { gitDir, workTree: root, environment: usersEnvironment(), env, allow: [1, 128] };
  return (await git(['check-ignore', '--quiet', '--', path], call)).exitCode === 0;
};
