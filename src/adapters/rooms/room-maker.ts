/** Makes single rooms, in the way that is possible here. */
import { join } from 'node:path';
import type { RunProcess } from '../../ports/process.ts';
import type { Custody, Workspace } from '../../ports/repo.ts';
import type { Room, RoomProcess } from '../../ports/room.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { RoomNeeds } from './access.ts';
import { cagePlain } from './cage-plain.ts';
import { type LayeredRequest, layeredRoom } from './layered-room.ts';
import { plainRoom } from './plain-room.ts';
import { newRoomFolders, type RoomFolders } from './room-folders.ts';

export type RoomsOptions = {
  custody: Pick<Custody, 'workspace' | 'start' | 'author'>;
  /** The user's checkout, whose place a room takes. */
  root: string;
  stateDir: string;
  /** The run's own folder, and the one of the repository. */
  runFolder: string;
  repositoryFolder: string;
  /** Absent: nothing is caged. */
  sandbox?: Sandbox | undefined;
  needs: RoomNeeds;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  runProcess: RunProcess;
};

/** How rooms are made: layers in the cage where both can be had, else a fresh check-out. */
export type Way = 'layers' | 'caged copy' | 'copy';

const chooseWay = async (sandbox: Sandbox | undefined, folder: string): Promise<Way> => {
  if (!sandbox || !(await sandbox.check()).usable) return 'copy';
  return (await sandbox.canLayer(folder)) ? 'layers' : 'caged copy';
};

/** `installs`: set-up of the untouched start. `over` and `upper`: see LayeredRequest; only layers have them. */
export type RoomFurniture = Partial<Pick<LayeredRequest, 'over' | 'upper' | 'installs'>>;

export class RoomMaker {
  /** Where the folders of rooms are. */
  readonly folder: string;
  readonly #options: RoomsOptions;
  #way: Promise<Way> | undefined;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.folder = join(options.runFolder, 'rooms');
  }

  way(): Promise<Way> {
    return (this.#way ??= chooseWay(this.#options.sandbox, this.#options.runFolder));
  }

  make(way: Way, workspace: Workspace, process: RoomProcess, furniture: RoomFurniture = {}): Room {
    if (way === 'layers') return this.#layered(workspace, process, furniture);
    return this.#plain(workspace, process, { isCaged: way === 'caged copy', installs: furniture.installs === true });
  }

  #layered(workspace: Workspace, process: RoomProcess, furniture: RoomFurniture): Room {
    const { sandbox, root, needs, home, env, custody, runProcess } = this.#options;
    if (!sandbox) throw new Error('layers without a sandbox');
    const own = { workspace, process, folders: this.#newFolders(), over: [], installs: false, ...furniture };
    return layeredRoom({ ...own, root, needs, home, env, author: custody.author }, sandbox, runProcess);
  }

  #plain(workspace: Workspace, process: RoomProcess, how: { isCaged: boolean; installs: boolean }): Room {
    const { sandbox, needs, home, env, runProcess } = this.#options;
    const folders = this.#newFolders();
    if (!sandbox || !how.isCaged) return plainRoom({ workspace, folders, process }, runProcess);
    const cage = cagePlain({ sandbox, workspace, folders, needs, installs: how.installs, home, env });
    return plainRoom({ workspace, folders, process, cage }, runProcess);
  }

  #newFolders(): RoomFolders {
    return newRoomFolders(this.#options.stateDir, this.folder);
  }
}
