/** Finds a program by its name or path. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Relative parts of the PATH are left out: what a repository holds is not run because of its name. */
export const findProgram = (program: string, path: string, cwd: string): string | null => {
  if (program.includes('/')) return isProgram(resolve(cwd, program)) ? resolve(cwd, program) : null;
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null;
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
