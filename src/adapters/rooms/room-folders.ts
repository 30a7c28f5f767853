/** The folders of one room, below those of the run. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeAt } from '../git/workspace/remove.ts';
import { ownFolder } from '../files/own-folder.ts';

export type RoomFolders = {
  folder: string;
  home: string;
  temporary: string;
  /** To hand files in and out. */
  exchange: string;
};

/** `base`: a folder above it that is known to be ours. */
export const newRoomFolders = (base: string, rooms: string): RoomFolders => {
  const folder = mkdtempSync(join(ownFolder(base, rooms), 'room-'));
  const inside = { home: join(folder, 'home'), temporary: join(folder, 'tmp'), exchange: join(folder, 'exchange') };
  for (const made of Object.values(inside)) mkdirSync(made);
  return { folder, ...inside };
};

/** What resists a plain removal (folders without permissions, names that are too long) is removed with more care. */
export const removeRoom = async ({ folder }: RoomFolders): Promise<void> => {
  await rm(folder, { recursive: true, force: true }).catch(() => {
    try {
      removeAt(dirname(folder), basename(folder));
    } catch {
      // It stays until the run's folders are removed; nobody uses it again.
    }
  });
};
