/** The backup of an apply: what every touched path was and becomes, on the disk before the first of them is written. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../../../plain/errno.ts';
import { given } from '../../../../plain/given.ts';
import { RepoError } from '../../../../ports/repo.ts';
import { ownFolder } from '../../../files/own-folder.ts';
import { isOver, loadSteps, type Manifest, readManifest, storeSteps, writeManifest } from './apply-manifest.ts';
import type { Step } from './apply-plan.ts';
import { sync, writeNew } from './write-state.ts';

export type Backup = { folder: string; manifest: Manifest; steps: Step[] };

const generations = (apply: string): number[] => {
  if (!existsSync(apply)) return [];
  ownFolder(dirname(apply), apply);
  return readdirSync(apply)
    .map(Number)
    .filter(
      (n) =>
        Number.isInteger(n) &&
        n > 0 &&
        lstatSync(`${apply}/${n}`).isDirectory() &&
        existsSync(`${apply}/${n}/manifest.json`),
    )
    .toSorted((a, b) => a - b);
};

export type BackupRequest = { start: string; head: string; merge?: { from: string; to: string }; index?: Uint8Array };

/** Nothing of the user's is touched without a backup. */
export const keepBackup = (apply: string, request: BackupRequest, steps: readonly Step[]): Backup => {
  try {
    return makeBackup(apply, request, steps);
  } catch (error) {
    if (!(error instanceof Error) || errnoOf(error) === undefined) throw error;
    throw new RepoError(
      `The backup of your files could not be written to ${apply}: ${error.message}. Nothing was changed.`,
    );
  }
};

/** Stores the steps; from then on they can be carried out, repeated and taken back from the disk alone. */
const makeBackup = (apply: string, request: BackupRequest, steps: readonly Step[]): Backup => {
  const { start, head, merge, index } = request;
  const folder = newGeneration(apply);
  const { entries, bytes } = storeSteps(steps);
  writeNew(`${folder}/bytes`, bytes, 0o600);
  sync(`${folder}/bytes`);
  if (index) writeNew(`${folder}/index`, index, 0o600);
  const manifest: Manifest = { start, head, state: 'applying', ...given({ merge }), entries };
  writeManifest(folder, manifest);
  return { folder, manifest, steps: [...steps] };
};

/** One without a manifest was never completed, and gives way. */
const newGeneration = (apply: string): string => {
  const folder = `${apply}/${(generations(apply).at(-1) ?? 0) + 1}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

const latestManifest = (apply: string): Pick<Backup, 'folder' | 'manifest'> | null => {
  for (const n of generations(apply).toReversed()) {
    const folder = `${apply}/${n}`;
    const manifest = readManifest(folder);
    if (!isOver(manifest)) return { folder, manifest };
  }
  return null;
};

/** The newest backup that was not taken back. */
export const latestBackup = (apply: string): Backup | null => {
  const latest = latestManifest(apply);
  return latest && { ...latest, steps: loadSteps(latest.manifest, readFileSync(`${latest.folder}/bytes`)) };
};

/** When the newest backup that was not taken back was written, in ms; null when there is none. */
export const appliedAt = (apply: string): number | null => {
  const latest = latestManifest(apply);
  return latest && lstatSync(`${latest.folder}/manifest.json`).mtimeMs;
};

export const markBackup = (backup: Backup, state: Manifest['state']): void => {
  backup.manifest.state = state;
  writeManifest(backup.folder, backup.manifest);
};

/** The merge that was carried out last, where nothing came after it. */
export const lastMerge = (apply: string): Manifest['merge'] => {
  const n = generations(apply).at(-1);
  if (n === undefined) return undefined;
  const { state, merge } = readManifest(`${apply}/${n}`);
  return state === 'applied' ? merge : undefined;
};
