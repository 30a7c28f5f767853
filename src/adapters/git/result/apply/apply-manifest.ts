/** How a backup is written down: a manifest, and all contents in one file beside it. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { isSafePath } from '../../door/bytes.ts';
import type { Step } from './apply-plan.ts';
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
export const isOver = ({ state, merge }: Manifest): boolean =>
  state === 'undone' || (merge !== undefined && state === 'applied');

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

/** The steps as entries of a manifest, and the contents that they name. */
export const storeSteps = (steps: readonly Step[]): { entries: Manifest['entries']; bytes: Buffer } => {
  const bytes: Bytes = { parts: [], length: 0 };
  const entries = steps.map(({ path, before, after }) => ({
    path,
    before: store(bytes, before),
    after: store(bytes, after),
  }));
  return { entries, bytes: Buffer.concat(bytes.parts) };
};

export const loadSteps = ({ entries }: Manifest, bytes: Buffer): Step[] =>
  entries.map(({ path, before, after }) => ({ path, before: load(bytes, before), after: load(bytes, after) }));

export const readManifest = (folder: string): Manifest =>
  Manifest.parse(JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')));

export const writeManifest = (folder: string, manifest: Manifest): void => {
  rmSync(`${folder}/manifest.new`, { force: true });
  writeNew(`${folder}/manifest.new`, Buffer.from(JSON.stringify(manifest, null, 2)), 0o600);
  sync(`${folder}/manifest.new`);
  renameSync(`${folder}/manifest.new`, `${folder}/manifest.json`);
  sync(folder);
};
