/** Pools of workspaces, one for each kind, so that what an agent touched is never what a verification runs in. */
import { RepoError, type Workspace, type WorkspaceOptions } from '../../../ports/repo.ts';
import { readable, toByteString } from '../door/bytes.ts';
import { capture } from './capture.ts';
import type { Control } from '../control/control.ts';
import { readText } from '../door/read-text.ts';
import { scan } from './scan.ts';
import { settle } from './settle.ts';
import { openTrash, type Trash } from './trash.ts';
import { changedFiles, compareFolder, filesOf } from './tracked.ts';
import { modulePaths } from './modules.ts';
import { keep, newWorkFolder, startOver, type WorkFolder } from './work-folder.ts';
import { bringToRevision } from './workspace.ts';

type Kind = 'agent' | 'verify';
type Slot = { folder: WorkFolder; free: boolean };

export type Pool = {
  acquire: (revision: string, kind: Kind, options?: WorkspaceOptions) => Promise<Workspace>;
  capture: (workspace: Workspace, base: string, signal?: AbortSignal) => ReturnType<typeof capture>;
  /** No agent is expected any more: their folders are emptied while others go on. Whoever comes all the same may. */
  retire: () => void;
  /** Resolves when nothing is under way in its folders any more. */
  close: () => Promise<void>;
};

/** A folder that already is at this tree costs nothing, so it is taken first. */
const pick = (slots: Slot[], tree: string): Slot | undefined => {
  const free = slots.filter((slot) => slot.free);
  return free.find((slot) => slot.folder.tree === tree) ?? free.at(-1);
};

const untracked = async (control: Control, folder: WorkFolder): Promise<string[]> => {
  control.seal.verify();
  if (folder.tree === null) return [];
  const listing = await control.listing(folder.tree);
  const found = scan(folder, modulePaths(control));
  return settle(found, listing, folder).map(readable).toSorted();
};

const workspaceIn = (control: Control, folder: WorkFolder, release: () => void): Workspace => {
  const tree = (): string => folder.tree ?? '';
  return {
    path: folder.path,
    revisionTree: tree(),
    keep: (paths) => keep(folder, new Set(paths.map(toByteString))),
    untracked: () => untracked(control, folder),
    files: () => filesOf(control, tree()),
    text: (path) => readText(control, tree(), path),
    changed: () => changedFiles(control, folder),
    compare: (other) => compareFolder(control, tree(), other),
    release: async () => release(),
  };
};

class Slots {
  readonly #control: Control;
  readonly #trash: Trash;
  readonly #slots: Record<Kind, Slot[]> = { agent: [], verify: [] };

  constructor(control: Control, trash: Trash) {
    this.#control = control;
    this.#trash = trash;
  }

  take(kind: Kind, tree: string): Slot {
    const slot = pick(this.#slots[kind], tree) ?? this.#add(kind);
    slot.free = false;
    return slot;
  }

  retire(): void {
    // What was tampered with is left as it is.
    if (!this.#control.seal.isIntact()) return;
    for (const { folder } of this.#slots.agent.filter(({ free }) => free)) startOver(folder);
  }

  #add(kind: Kind): Slot {
    const { workspaces, indexes } = this.#control.paths;
    const name = `${kind}-${this.#slots[kind].length + 1}`;
    const place = { path: `${workspaces}/${name}`, index: `${indexes}/${name}`, isForProof: kind === 'verify' };
    const folder = newWorkFolder({ ...place, trash: this.#trash });
    const slot = { folder, free: true };
    this.#slots[kind].push(slot);
    return slot;
  }
}

export const openPool = (control: Control): Pool => {
  const trash = openTrash(`${control.paths.workspaces}/trash`);
  const slots = new Slots(control, trash);
  const folders = new WeakMap<Workspace, WorkFolder>();

  const handOut = (slot: Slot): Workspace => {
    const workspace = workspaceIn(control, slot.folder, () => {
      if (folders.delete(workspace)) slot.free = true;
    });
    folders.set(workspace, slot.folder);
    return workspace;
  };

  return {
    acquire: async (revision, kind, options) => {
      const slot = slots.take(kind, await control.treeOf(revision));
      try {
        await bringToRevision(control, slot.folder, revision, { ...options, use: kind });
      } catch (error) {
        slot.free = true;
        throw error;
      }
      return handOut(slot);
    },
    capture: async (workspace, base, signal) => {
      const folder = folders.get(workspace);
      if (folder) return capture(control, folder, base, { signal });
      throw new RepoError(`The workspace ${workspace.path} was already given back: capture it before its release.`);
    },
    retire: () => slots.retire(),
    close: trash.emptied,
  };
};
