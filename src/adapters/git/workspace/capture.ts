/** What an agent did in its workspace, as a tree and a patch. */
import { errnoOf } from '../../../plain/errno.ts';
import { type Capture, CaptureError, RepoError } from '../../../ports/repo.ts';
import { readable } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { nameChanges } from '../result/diff.ts';
import { GitFailure } from '../door/git-call.ts';
import { linksAround } from './links.ts';
import { moduleChanges, modulePaths, restoreModuleFolders } from './modules.ts';
import { GitStopped } from '../door/patience.ts';
import { withoutPhantoms } from './phantoms.ts';
import { protectedPaths } from './protected.ts';
import { type Scan, scan } from './scan.ts';
import { settle } from './settle.ts';
import { snapshotByHand } from './by-hand/snapshot-by-hand.ts';
import { type Snapshot, snapshot } from './snapshot.ts';
import { distrust, ensureFolder, type WorkFolder } from './work-folder.ts';

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

/** What git or the file system say about files of an agent is about that attempt; a full disk or a bug is not. */
const explained = (error: unknown): unknown => {
  const message = error instanceof Error ? error.message : '';
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(message))
    return new RepoError(
      `What the agent left could not be kept: ${message}. Make room on the disk, then resume the run.`,
    );
  if (error instanceof GitStopped || error instanceof GitFailure || errnoOf(error) !== undefined)
    return new CaptureError(`What the agent left could not be read as a change: ${message.replace(/\.$/, '')}.`);
  return error;
};

/** Rejects with CaptureError when what was left cannot be read, or takes too long. */
export const capture = async (
  control: Control,
  folder: WorkFolder,
  baseRevision: string,
  patience: CapturePatience = {},
): Promise<Capture> => {
  const stop = stopAfter(patience);
  const limited: Control = {
    ...control,
    git: (args, call) => control.git(args, { ...call, signal: stop.signal }),
    diff: (from, to) => control.diff(from, to, stop.signal),
  };
  try {
    return await captureWithin(limited, folder, baseRevision);
  } catch (error) {
    // The next one to work here starts in an empty folder.
    distrust(folder);
    throw explained(error);
  } finally {
    stop.end();
  }
};

/** What is in the folder and not in the change, by name. */
const namesLeftOut = async (
  control: Control,
  folder: WorkFolder,
  { scanned, refused, tree }: { scanned: Scan; refused: readonly string[]; tree: string },
): Promise<string[]> => {
  const leftovers = settle(scanned, await control.listing(tree), folder);
  const inModules = await moduleChanges(control, folder);
  const names = new Set([...leftovers, ...refused, ...inModules, ...scanned.removed]);
  return [...names].toSorted().slice(0, mostLeftovers).map(readable);
};

/** Index and folder stand for the new tree from then on. */
const snapshotByGit = async (control: Control, folder: WorkFolder, base: string): Promise<Snapshot> => {
  const { refused, ...found } = await snapshot(control, folder, base);
  const { tree, diff } = await withoutPhantoms(control, folder, base, found);
  folder.tree = tree;
  folder.pristine = true;
  return { tree, diff, refused };
};

const captureWithin = async (control: Control, folder: WorkFolder, baseRevision: string): Promise<Capture> => {
  control.seal.verify();
  const base = await control.treeOf(baseRevision);
  ensureFolder(folder);
  restoreModuleFolders(control, folder);
  const scanned = scan(folder, modulePaths(control));
  const { tree, diff, refused } =
    (await snapshotByHand(control, folder, base, scanned)) ?? (await snapshotByGit(control, folder, base));
  control.know(tree, tree);
  control.derive(base, tree, nameChanges(diff.raw));
  const ignored = await namesLeftOut(control, folder, { scanned, refused, tree });
  const kept = await protectedPaths(control, diff.raw, base, folder.index);
  const links = await linksAround(control, diff.raw);
  return { tree, files: diff.files, patch: diff.patch, ignored, protected: kept.map(readable), links };
};
