/** Opens the control repository of a run that was begun earlier. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { RepoError } from '../../../ports/repo.ts';
import { type Control, openControl } from './control.ts';
import { readFrozen } from './frozen.ts';
import type { RunPaths } from './paths.ts';
import { openSeal } from './seal.ts';

/** For reading. */
export const existingControl = (paths: RunPaths, run: string, seal?: string): Control => {
  if (!existsSync(paths.seal)) {
    throw new RepoError(
      `The run ${run} has no git custody in ${paths.folder}: it was never begun here, or was removed. Start a new run.`,
    );
  }
  for (const folder of [paths.workspaces, paths.indexes]) mkdirSync(folder, { recursive: true });
  return openControl(paths, readFrozen(paths.frozen), openSeal(paths, seal));
};

/** The pin keeps the start from garbage collection; without it, it may be gone. */
const requireStart = async (control: Control): Promise<void> => {
  const { start, run, commonDir } = control.frozen;
  const { exitCode } = await control.git(['cat-file', '-e', `${start.commit}^{tree}`], { allow: [1, 128] });
  if (exitCode !== 0) {
    throw new RepoError(
      `The start of the run ${run}, ${start.commit}, is no longer in ${commonDir}. The run cannot go on: ` +
        'start a new one.',
    );
  }
};

/** For going on with the run: indexes and locks of a process that was killed are not believed. */
export const resumedControl = async (paths: RunPaths, run: string, seal?: string): Promise<Control> => {
  const control = existingControl(paths, run, seal);
  await requireStart(control);
  for (const name of readdirSync(paths.indexes)) rmSync(`${paths.indexes}/${name}`, { force: true });
  return control;
};
