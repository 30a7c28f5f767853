/** What an agent did in its workspace, as a tree and a patch. */
import { rmSync } from 'node:fs';
import { type Capture, CaptureError, RepoError } from '../../../ports/repo.ts';
import { readable } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { nameChanges } from '../result/diff.ts';
import { GitFailure } from '../door/git.ts';
import { moduleChanges, restoreModuleFolders } from './modules.ts';
import { GitStopped } from '../door/patience.ts';
import { withoutPhantoms } from './phantoms.ts';
import { protectedPaths } from './protected.ts';
import { scan, settle } from './scan.ts';
import { snapshot } from './snapshot.ts';
import { ensureFolder, modulePaths, type Room } from './workspace.ts';

/** Enough to see what kind of files they are; an agent can leave millions. */
const mostLeftovers = 1000;

/** All of it together: a patterns file of 200 characters can keep git busy for years. */
const captureLimitMs = 2 * 60_000;

/** What is left in a cancelled run is still kept, unless it takes this long. */
const graceMs = 2_000;

export type CapturePatience = { signal?: AbortSignal | undefined; limitMs?: number };

type Stop = { signal: AbortSignal; end: () => void };

/** Aborts after the limit, or soon after nobody wants to wait any more. */
const stopAfter = ({ signal, limitMs = captureLimitMs }: CapturePatience): Stop => {
  const controller = new AbortController();
  const timers = [setTimeout(() => controller.abort(`it took longer than ${Math.round(limitMs / 1000)} s`), limitMs)];
  const onAbort = (): void => {
    timers.push(setTimeout(() => controller.abort('the run was stopped'), graceMs));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return {
    signal: controller.signal,
    end: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
};

const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** What git or the file system say about files of an agent is about that attempt; a full disk or a bug is not. */
const explained = (error: unknown): unknown => {
  const message = error instanceof Error ? error.message : '';
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(message))
    return new RepoError(
      `What the agent left could not be kept: ${message}. Make room on the disk, then resume the run.`,
    );
  if (error instanceof GitStopped || error instanceof GitFailure || hasCode(error))
    return new CaptureError(`What the agent left could not be read as a change: ${message.replace(/\.$/, '')}.`);
  return error;
};

/** Rejects with CaptureError when what was left cannot be read, or takes too long. */
export const capture = async (
  control: Control,
  room: Room,
  baseRevision: string,
  patience: CapturePatience = {},
): Promise<Capture> => {
  const stop = stopAfter(patience);
  const limited: Control = { ...control, git: (args, call) => control.git(args, { ...call, signal: stop.signal }) };
  try {
    return await captureWithin(limited, room, baseRevision);
  } catch (error) {
    // Neither the index nor the folder is believed any more: the next one to work here starts in an empty folder.
    rmSync(`${room.index}.lock`, { force: true });
    Object.assign(room, { tree: null, pristine: false, indexStamp: null });
    throw explained(error);
  } finally {
    stop.end();
  }
};

const captureWithin = async (control: Control, room: Room, baseRevision: string): Promise<Capture> => {
  control.seal.verify();
  const base = await control.treeOf(baseRevision);
  ensureFolder(room);
  restoreModuleFolders(control, room);
  const scanned = scan(room.path, room.marks, room.kept, modulePaths(control));
  const { refused, ...taken } = await snapshot(control, room, base);
  const { tree, diff } = await withoutPhantoms(control, room, base, taken);
  control.know(tree, tree);
  control.derive(base, tree, nameChanges(diff.raw));
  room.tree = tree;
  room.pristine = true;
  const leftovers = settle(scanned, await control.listing(tree), room.marks, room.kept);
  const inModules = await moduleChanges(control, room);
  const ignored = [...new Set([...leftovers, ...refused, ...inModules, ...scanned.removed])].toSorted();
  return {
    tree,
    files: diff.files,
    patch: diff.patch,
    ignored: ignored.slice(0, mostLeftovers).map(readable),
    protected: (await protectedPaths(control, diff.raw, base, room.index)).map(readable),
  };
};
