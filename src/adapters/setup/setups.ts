/** Gets what set-up makes for a tree: made once for everything that decides about it, and sealed. */
import type { Workspace } from '../../ports/repo.ts';
import type { SetupFailure, SetupNote } from '../../ports/room.ts';
import { type KeyFacts, keyOfTree, type SetupKey, setupKey } from './key.ts';
import { takeLock } from './lock.ts';
import { type Found, firstFound, freeName } from './find-made.ts';
import { foldersIn, type MadeFolders } from './made-folders.ts';
import { OwnSetups } from './own-setups.ts';
import { type Made, openStore, type Store } from './store.ts';

export type SetupPlan = {
  workspace: Workspace;
  /** Where it is to be seen, which set-up may write down. */
  at: string;
  facts: KeyFacts;
  /** What is made for the start is kept for later runs; what is made for a patch goes with the run. */
  isStart: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Runs the commands so that all they make comes to lie in these folders; says what that is, and which tracked files
 * they changed.
 */
export type Maker = (into: MadeFolders) => Promise<{ ok: true; outputs: string[]; changed: string[] } | SetupFailure>;

/** `release`: nobody needs it any longer. */
export type Setup = { ok: true; made: Made; note: SetupNote; release: () => void } | SetupFailure;

export type Setups = { get: (plan: SetupPlan, make: Maker) => Promise<Setup> };

const cancelled: SetupFailure = { ok: false, reason: 'set-up was cancelled', output: '', cancelled: true };

const nothing = (): void => undefined;

export const openSetups = (stateDir: string, folders: { shared: string; own: string }): Setups => {
  const shared = openStore(stateDir, folders.shared);
  const own = new OwnSetups(openStore(stateDir, folders.own));
  return {
    get: async (plan, make) => {
      const began = performance.now();
      const key = await setupKey(plan.facts);
      const known = plan.isStart ? null : await firstFound(shared, plan, [key]);
      if (known) return setupOf(known, began, nothing);
      // What is made for a patch was made without the network: a later run that starts from there makes it again.
      const store = plan.isStart ? shared : own.store;
      return locked(store, key, plan.signal, async () => {
        const found = await findOrMake(store, key, plan, make);
        if ('ok' in found) return found;
        return setupOf(found, began, plan.isStart ? nothing : own.hold(found.key.id));
      });
    },
  };
};

const setupOf = ({ made, key, reused }: Found, began: number, release: () => void): Setup => {
  const durationMs = performance.now() - began;
  const why = key.why === undefined ? {} : { why: key.why };
  return { ok: true, made, note: { keyedBy: key.keyedBy, reused, durationMs, ...why }, release };
};

/** Nobody else makes the same meanwhile. */
const locked = async <T>(
  store: Store,
  key: SetupKey,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T | SetupFailure> => {
  const lock = await takeLock(store.lockFile(key.id), signal);
  if (lock === null) return cancelled;
  try {
    return await work();
  } finally {
    lock.release();
  }
};

const findOrMake = async (store: Store, key: SetupKey, plan: SetupPlan, make: Maker): Promise<Found | SetupFailure> => {
  const byTree = keyOfTree(plan.facts, 'set-up changes files of the repository');
  const found = await firstFound(store, plan, [key, byTree]);
  if (found) return found;
  const building = store.begin();
  const result = await makeOrDiscard(store, building, make);
  if (!result.ok) return result;
  // Laid over another tree, it would hide that tree's own files.
  const used = result.changed.length > 0 && key.keyedBy === 'manifests' ? byTree : key;
  const made = await store.keep(building, freeName(store, used, plan), { at: plan.at, outputs: result.outputs });
  return { made, key: used, reused: false };
};

const makeOrDiscard = async (store: Store, building: string, make: Maker): ReturnType<Maker> => {
  try {
    const result = await make(foldersIn(building));
    if (!result.ok) store.discard(building);
    return result;
  } catch (error) {
    store.discard(building);
    throw error;
  }
};
