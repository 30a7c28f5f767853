/** The backup of an apply: what every touched path was and becomes, on the disk before the first of them is written. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { RepoError } from '../../../../ports/repo.ts';
import { ownFolder } from '../../../files/own-folder.ts';
import type { Step } from './apply-plan.ts';
import { isSafePath } from '../../door/bytes.ts';
import { absent, type FileState } from './file-state.ts';
import { sync, writeNew } from './write-state.ts';

const Stored = z.discriminatedUnion('type', [
  z.object({ type: z.literal('absent') }),
  /** Its bytes, as a part of the backup's one file of bytes. */
  z.object({ type: z.literal('file'), offset: z.int(), length: z.int(), mode: z.int() }),
  z.object({ type: z.literal('link'), target: z.string() }),
]);
type Stored = z.infer<typeof Stored>;

const Manifest = z.object({
  start: z.string(),
  head: z.string(),
  state: z.enum(['applying', 'applied', 'undoing', 'undone']),
  /** Of a merge: the commits that HEAD is moved between. Its new index lies beside the manifest. */
  merge: z.object({ from: z.string(), to: z.string() }).optional(),
  /** Paths are byte strings: one character for each byte. */
  entries: z.array(
    z.object({
      path: z.string().refine(isSafePath, 'a path outside of the repository'),
      before: Stored,
      after: Stored,
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** A merge that was carried out is the business of git from then on. */
const isOver = ({ state, merge }: Manifest): boolean =>
  state === 'undone' || (merge !== undefined && state === 'applied');

export type Backup = { folder: string; manifest: Manifest; steps: Step[] };

/** Collects contents one after the other: a single file is on the disk far sooner than thousands. */
type Bytes = { parts: Buffer[]; length: number };

const store = (into: Bytes, state: FileState): Stored => {
  switch (state.type) {
    case 'file': {
      const offset = into.length;
      into.parts.push(state.bytes);
      into.length += state.bytes.length;
      return { type: 'file', offset, length: state.bytes.length, mode: state.mode };
    }
    case 'link':
      return { type: 'link', target: state.target.toString('base64') };
    case 'absent':
      return { type: 'absent' };
    default:
      throw new Error(`${state.what}: such a path is never touched`);
  }
};

const load = (bytes: Buffer, stored: Stored): FileState => {
  if (stored.type === 'file')
    return { type: 'file', bytes: bytes.subarray(stored.offset, stored.offset + stored.length), mode: stored.mode };
  return stored.type === 'link' ? { type: 'link', target: Buffer.from(stored.target, 'base64') } : absent;
};

const writeManifest = (folder: string, manifest: Manifest): void => {
  rmSync(`${folder}/manifest.new`, { force: true });
  writeNew(`${folder}/manifest.new`, Buffer.from(JSON.stringify(manifest, null, 2)), 0o600);
  sync(`${folder}/manifest.new`);
  renameSync(`${folder}/manifest.new`, `${folder}/manifest.json`);
  sync(folder);
};

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
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new RepoError(
      `The backup of your files could not be written to ${apply}: ${error.message}. Nothing was changed.`,
    );
  }
};

/** Stores the steps; from then on they can be carried out, repeated and taken back from the disk alone. */
const makeBackup = (apply: string, request: BackupRequest, steps: readonly Step[]): Backup => {
  const n = (generations(apply).at(-1) ?? 0) + 1;
  const folder = `${apply}/${n}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bytes: Bytes = { parts: [], length: 0 };
  const entries = steps.map(({ path, before, after }) => ({
    path,
    before: store(bytes, before),
    after: store(bytes, after),
  }));
  writeNew(`${folder}/bytes`, Buffer.concat(bytes.parts), 0o600);
  sync(`${folder}/bytes`);
  if (request.index) writeNew(`${folder}/index`, request.index, 0o600);
  const { start, head, merge } = request;
  const manifest: Manifest = { start, head, state: 'applying', ...(merge && { merge }), entries };
  writeManifest(folder, manifest);
  return { folder, manifest, steps: [...steps] };
};

/** The newest backup that was not taken back. */
export const latestBackup = (apply: string): Backup | null => {
  for (const n of generations(apply).toReversed()) {
    const folder = `${apply}/${n}`;
    const manifest = Manifest.parse(JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')));
    if (isOver(manifest)) continue;
    const bytes = readFileSync(`${folder}/bytes`);
    const steps = manifest.entries.map(({ path, before, after }) => ({
      path,
      before: load(bytes, before),
      after: load(bytes, after),
    }));
    return { folder, manifest, steps };
  }
  return null;
};

export const markBackup = (backup: Backup, state: Manifest['state']): void => {
  backup.manifest.state = state;
  writeManifest(backup.folder, backup.manifest);
};

/** The merge that was carried out last, where nothing came after it. */
export const lastMerge = (apply: string): Manifest['merge'] => {
  const n = generations(apply).at(-1);
  if (n === undefined) return undefined;
  const { state, merge } = Manifest.parse(JSON.parse(readFileSync(`${apply}/${n}/manifest.json`, 'utf8')));
  return state === 'applied' ? merge : undefined;
};
