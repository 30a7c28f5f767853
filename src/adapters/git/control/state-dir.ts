/** The folder for everything that must not lie in the user's repository: made when it is not there yet. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { RepoError } from '../../../ports/repo.ts';
import type { Location } from '../user/locate.ts';

const remedy = 'Set XDG_STATE_HOME to a folder';

/** Also of a path that is not there yet: where it would come to lie. */
const realPathOf = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
};

/** Before it is made: a folder inside the repository would be a change of the user's. */
const refuseInside = (stateDir: string, { root, commonDir }: Pick<Location, 'root' | 'commonDir'>): void => {
  const real = `${realPathOf(stateDir)}/`;
  if (real.startsWith(`${root}/`) || real.startsWith(`${commonDir}/`)) {
    throw new RepoError(`The state folder ${stateDir} lies inside the repository ${root}. ${remedy} outside of it.`);
  }
};

/** Gives its real path: a state folder that is reached through a link is fine; one that becomes a link later is not. */
export const makeStateDir = (stateDir: string, repository?: Pick<Location, 'root' | 'commonDir'>): string => {
  if (repository) refuseInside(stateDir, repository);
  try {
    makeFolder(stateDir);
    return realpathSync.native(stateDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RepoError(`The state folder ${stateDir} cannot be made: ${reason}. ${remedy} that you may write to.`);
  }
};
