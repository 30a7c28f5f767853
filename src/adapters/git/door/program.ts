/** Which git is started: found once, in the folders of the PATH that are the same wherever it is started from. */
import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { RepoError } from '../../../ports/repo.ts';
import { absolutePath, comesWithCheckout } from './environment.ts';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

let found: { path: string; program: string } | undefined;

/** Its absolute path. */
export const gitProgram = (): string => {
  const path = absolutePath();
  if (found?.path === path) return found.program;
  const program = path
    .split(':')
    .map((folder) => join(folder, 'git'))
    .find((each) => isProgram(each) && !comesWithCheckout(each));
  if (program === undefined)
    throw new RepoError(
      'git could not be found. Install git 2.38 or newer and make sure that it is on the PATH, in an absolute folder.',
    );
  found = { path, program };
  return program;
};
