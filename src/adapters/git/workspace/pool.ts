/** Pools of workspaces, one for each kind, so that what an agent touched is never what a verification runs in. */
import { RepoError, type Workspace, type WorkspaceOptions } from '../../../ports/repo.ts';
import { readable, toByteString } from '../door/bytes.ts';
import { capture } from './capture.ts';
import type { Control } from '../control/control.ts';
import { readText } from '../door/read-text.ts';
import { scan, settle } from './scan.ts';
import { changedFiles, compareFolder, filesOf } from './tracked.ts';
import { modulePaths, newRoom, prepare, type Room } from './workspace.ts';

type Kind = 'agent' | 'verify';
type Slot = { room: Room; free: boolean };

export type Pool = {
  acquire: (revision: string, kind: Kind, options?: WorkspaceOptions) => Promise<Workspace>;
  capture: (workspace: Workspace, base: string, signal?: AbortSignal) => ReturnType<typeof capture>;
};

/** A room that already is at this tree costs nothing, so it is taken first. */
const pick = (slots: Slot[], tree: string): Slot | undefined => {
  const free = slots.filter((slot) => slot.free);
  return free.find((slot) => slot.room.tree === tree) ?? free.at(-1);
};

const untracked =
  (control: Control, room: Room): (() => Promise<string[]>) =>
  async () => {
    control.seal.verify();
    if (room.tree === null) return [];
    const listing = await control.listing(room.tree);
    const found = scan(room.path, room.marks, room.kept, modulePaths(control));
    return settle(found, listing, room.marks, room.kept).map(readable).toSorted();
  };

export const openPool = (control: Control): Pool => {
  const slots: Record<Kind, Slot[]> = { agent: [], verify: [] };
  const rooms = new WeakMap<Workspace, Room>();

  const newSlot = (kind: Kind): Slot => {
    const name = `${kind}-${slots[kind].length + 1}`;
    const slot = {
      room: newRoom(`${control.paths.workspaces}/${name}`, `${control.paths.indexes}/${name}`),
      free: true,
    };
    slots[kind].push(slot);
    return slot;
  };

  const handOut = (slot: Slot): Workspace => {
    const { room } = slot;
    const workspace: Workspace = {
      path: room.path,
      revisionTree: room.tree ?? '',
      keep: (paths) => {
        room.kept = new Set(paths.map(toByteString));
        room.marks.clear();
      },
      untracked: untracked(control, room),
      files: () => filesOf(control, room.tree ?? ''),
      text: (path) => readText(control, room.tree ?? '', path),
      changed: () => changedFiles(control, room),
      compare: (folder) => compareFolder(control, room.tree ?? '', folder),
      release: async () => {
        if (rooms.delete(workspace)) slot.free = true;
      },
    };
    rooms.set(workspace, room);
    return workspace;
  };

  return {
    acquire: async (revision, kind, options) => {
      const tree = await control.treeOf(revision);
      const slot = pick(slots[kind], tree) ?? newSlot(kind);
      slot.free = false;
      try {
        await prepare(control, slot.room, revision, options);
      } catch (error) {
        slot.free = true;
        throw error;
      }
      return handOut(slot);
    },
    capture: async (workspace, base, signal) => {
      const room = rooms.get(workspace);
      if (!room)
        throw new RepoError(`The workspace ${workspace.path} was already given back: capture it before its release.`);
      return capture(control, room, base, { signal });
    },
  };
};
