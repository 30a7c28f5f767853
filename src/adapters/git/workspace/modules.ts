/** Submodules: their files are laid out for reading where the user has them; the links themselves never change. */
import { mkdirSync, rmSync } from 'node:fs';
import { onDisk, splitNul, toByteString } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import type { Module } from '../control/frozen.ts';
import { giveOneTimeBelow } from './by-hand/one-time.ts';
import { isReachedThroughFolders, removeAt } from './remove.ts';
import { isFolder, type WorkFolder } from './work-folder.ts';

/** Byte strings. */
export const modulePaths = (control: Control): ReadonlySet<string> =>
  new Set(control.frozen.modules.map((module) => toByteString(module.path)));

const gitDirOf = (control: Control, n: number): string => `${control.paths.modules}/${n}.git`;

/** Fresh at every use: an agent may have changed anything in there, and it never counts. */
export const layOutModules = async (control: Control, folder: WorkFolder): Promise<void> => {
  for (const [n, module] of control.frozen.modules.entries()) {
    const path = toByteString(module.path);
    removeAt(folder.path, path);
    mkdirSync(onDisk(folder.path, path), { recursive: true });
    if (module.objects === null) continue;
    const call = callIn(control, folder, n, module);
    rmSync(call.index, { force: true });
    await control.git(['read-tree', '--reset', '-u', module.commit], call);
    if (folder.isForProof) giveOneTimeBelow(folder, path);
  }
};

const callIn = (control: Control, folder: WorkFolder, n: number, { path }: Module) => ({
  gitDir: gitDirOf(control, n),
  workTree: `${folder.path}/${path}`,
  index: `${folder.index}.module-${n}`,
});

/** Git takes a link for deleted when its folder is gone, so the folder is put back before a snapshot. */
export const restoreModuleFolders = (control: Control, folder: WorkFolder): void => {
  for (const module of control.frozen.modules) {
    const path = toByteString(module.path);
    // When something else stands where its parent was, the snapshot shows the link as deleted, and the caller refuses
    // it.
    if (!isReachedThroughFolders(folder.path, path)) continue;
    removeAt(folder.path, `${path}/.git`);
    if (isFolder(onDisk(folder.path, path))) continue;
    removeAt(folder.path, path);
    mkdirSync(onDisk(folder.path, path), { recursive: true });
  }
};

/** What was changed inside submodules: it cannot be part of a patch, but nobody should have to wonder where it went. */
export const moduleChanges = async (control: Control, folder: WorkFolder): Promise<string[]> => {
  const changed: string[] = [];
  for (const [n, module] of control.frozen.modules.entries()) {
    const path = toByteString(module.path);
    if (module.objects === null || !isReachedThroughFolders(folder.path, path) || !isFolder(onDisk(folder.path, path)))
      continue;
    const { stdout } = await control.git(['ls-files', '-z', '-m', '-o', '-d', '--deduplicate'], {
      gitDir: gitDirOf(control, n),
      workTree: `${folder.path}/${module.path}`,
      index: `${folder.index}.module-${n}`,
    });
    changed.push(...splitNul(stdout).map((name) => `${path}/${name}`));
  }
  return changed;
};
