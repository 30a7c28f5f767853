/** How far an agent gets from its workspace without being told anything: up the folders, and along borrowed objects. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

export type Reach = {
  workspace: string;
  /** The git directory of the run's own repository. */
  control: string | undefined;
  /** Git directories of the user, first of all the repository's. */
  user: string[];
  /** The folder that everything of the run is in. */
  runFolder: string;
};

const alternates = (objects: string): string[] => {
  try {
    const lines = readFileSync(join(objects, 'info/alternates'), 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => (isAbsolute(line) ? line : resolve(objects, line)));
  } catch {
    return [];
  }
};

const borrowed = (objects: string): string[] => alternates(objects).flatMap((each) => [each, ...borrowed(each)]);

/** Object folders that are named anywhere in the run's folder, for when nothing is borrowed openly. */
const named = (runFolder: string): string[] => {
  try {
    const frozen: unknown = JSON.parse(readFileSync(join(runFolder, 'custody.json'), 'utf8'));
    const objects = typeof frozen === 'object' && frozen !== null && 'objects' in frozen ? frozen.objects : undefined;
    return typeof objects === 'string' ? [objects] : [];
  } catch {
    return [];
  }
};

const upwards = (folder: string): string[] => {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...upwards(above)];
};

export const reachFrom = (workspace: string): Reach => {
  const runFolder = dirname(dirname(workspace));
  const control = readdirSync(runFolder).find((name) => name === 'control.git');
  const found = [...borrowed(join(workspace, '.git/objects')), ...named(runFolder)].map((objects) => dirname(objects));
  const above = upwards(workspace)
    .map((folder) => join(folder, '.git'))
    .filter((gitDir) => existsSync(gitDir));
  const gitDirs = [...new Set([...found, ...above])].filter((gitDir) => existsSync(join(gitDir, 'HEAD')));
  const own = control === undefined ? undefined : join(runFolder, control);
  return { workspace, control: own, user: gitDirs.filter((gitDir) => !gitDir.startsWith(`${runFolder}/`)), runFolder };
};
