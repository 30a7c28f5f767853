/** Gets what set-up makes for a tree: made once for everything that decides about it, and sealed. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';
import type { SetupFailure, SetupNote } from '../../ports/room.ts';
import { type KeyFacts, keyOfTree, type SetupKey, setupKey } from './key.ts';
import { takeLock } from './lock.ts';
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
 * Runs the commands so that all they make comes to lie in `files`; says what that is, and which tracked files they
 * changed.
 */
export type Maker = (files: string) => Promise<{ ok: true; outputs: string[]; changed: string[] } | SetupFailure>;

/** `release`: nobody needs it any longer. */
export type Prepared = { ok: true; made: Made; note: SetupNote; release: () => void } | SetupFailure;

const cancelled: SetupFailure = { ok: false, reason: 'set-up was cancelled', output: '', cancelled: true };

/** How many that were made for patches are kept at a time, besides those in use. */
const mostOwn = 4;

export const createPrepare = (stateDir: string, folders: { shared: string; own: string }) => {
  const shared = openStore(stateDir, folders.shared);
  const own = holding(openStore(stateDir, folders.own));
  return async (plan: SetupPlan, make: Maker): Promise<Prepared> => {
    const began = performance.now();
    const key = await setupKey(plan.facts);
    const prepared = ({ made, used, reused }: Extract<Got, { ok: true }>, release: () => void): Prepared => ({
      ok: true,
      made,
      note: {
        keyedBy: used.keyedBy,
        reused,
        durationMs: performance.now() - began,
        ...(used.why !== undefined && { why: used.why }),
      },
      release,
    });
    const known = plan.isStart ? null : await firstFound(shared, plan, [key]);
    if (known) return prepared({ ok: true, ...known, reused: true }, nothing);
    // What is made for a patch was made without the network: a later run that starts from there makes it again.
    const store = plan.isStart ? shared : own.store;
    const lock = await takeLock(store.lockFile(key.id), plan.signal);
    if (lock === null) return cancelled;
    try {
      const got = await getOrMake(store, key, plan, make);
      return got.ok ? prepared(got, plan.isStart ? nothing : own.hold(got.used.id)) : got;
    } finally {
      lock.release();
    }
  };
};

const nothing = (): void => undefined;

type Got = { ok: true; made: Made; used: SetupKey; reused: boolean } | SetupFailure;

const getOrMake = async (store: Store, key: SetupKey, plan: SetupPlan, make: Maker): Promise<Got> => {
  const byTree = keyOfTree(plan.facts, 'set-up changes files of the repository');
  const known = await firstFound(store, plan, [key, byTree]);
  if (known) return { ok: true, ...known, reused: true };
  const building = store.begin();
  const result = await make(join(building, 'files')).catch((error: unknown) => {
    store.discard(building);
    throw error;
  });
  if (!result.ok) {
    store.discard(building);
    return result;
  }
  // Laid over another tree, it would hide that tree's own files.
  const used = result.changed.length > 0 && key.keyedBy === 'manifests' ? byTree : key;
  const made = await store.keep(building, freeName(store, used, plan), { at: plan.at, outputs: result.outputs });
  return { ok: true, made, used, reused: false };
};

/** What was made elsewhere and is tied to that place stays where it is. */
const namesOf = ({ id }: SetupKey, at: string): string[] => [
  id,
  `${id}-${createHash('sha256').update(at).digest('hex').slice(0, 12)}`,
];

const freeName = (store: Store, key: SetupKey, { at }: SetupPlan): string => {
  const [anywhere = '', here = ''] = namesOf(key, at);
  return store.exists(anywhere) ? here : anywhere;
};

const firstFound = async (
  store: Store,
  plan: SetupPlan,
  keys: readonly SetupKey[],
): Promise<{ made: Made; used: SetupKey } | null> => {
  for (const used of keys) {
    for (const name of namesOf(used, plan.at)) {
      const made = await store.find(name, plan.at);
      if (made && (used.keyedBy === 'tree' || !(await overlaps(made, plan.workspace)))) return { made, used };
    }
  }
  return null;
};

/** A patch may add a file where set-up made one: then it has to run on that very tree. */
const overlaps = async (made: Made, workspace: Workspace): Promise<boolean> => {
  const { tracked } = await workspace.compare(made.files);
  return tracked.length > 0;
};

/** A store whose entries go when too many are there that nobody uses. */
const holding = (store: Store) => {
  const users = new Map<string, number>();
  const drop = (): void => {
    const idle = [...users].filter(([, count]) => count === 0).map(([key]) => key);
    for (const key of idle.slice(0, Math.max(0, users.size - mostOwn))) {
      users.delete(key);
      for (const name of store.names(key)) store.remove(name);
    }
  };
  const hold = (key: string): (() => void) => {
    const count = (users.get(key) ?? 0) + 1;
    // Behind the others: the one used last is the last to go.
    users.delete(key);
    users.set(key, count);
    return () => {
      users.set(key, (users.get(key) ?? 1) - 1);
      drop();
    };
  };
  return { store, hold };
};
