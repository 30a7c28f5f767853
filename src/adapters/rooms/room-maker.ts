/** Makes single rooms, in the way that is possible here. */
import { join } from 'node:path';
import type { RunProcess } from '../../ports/process.ts';
import type { Custody, Workspace, WorkspaceOptions } from '../../ports/repo.ts';
import type { Room, RoomProcess } from '../../ports/room.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { copyTree } from '../git/workspace/copy-tree.ts';
import { isFolder, isWithin } from '../sandbox/places.ts';
import type { RoomNeeds } from './access.ts';
import { cagePlain } from './cage-plain.ts';
import { type LayeredRequest, layeredRoom } from './layered-room.ts';
import { plainRoom } from './plain-room.ts';
import { newRoomFolders, type RoomFolders } from './room-folders.ts';

export type RoomsOptions = {
  custody: Pick<Custody, 'workspace' | 'start' | 'author' | 'began' | 'history'>;
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

/** Without a cage, a room shares the home folder of the user; in it, what of it the commands may write. */
const sharesHome = (way: Way, { needs, home }: RoomsOptions): boolean =>
  way === 'copy' || needs.writable.some((folder) => isWithin(folder, home) || isWithin(home, folder));

/** How files are laid out for a room. */
export const layoutFor = (way: Way, options: RoomsOptions): WorkspaceOptions => ({
  fresh: way !== 'layers',
  ownTime: sharesHome(way, options),
});

const chooseWay = async (sandbox: Sandbox | undefined, folder: string): Promise<Way> => {
  if (!sandbox || !(await sandbox.check()).usable) return 'copy';
  return (await sandbox.canLayer(folder)) ? 'layers' : 'caged copy';
};

/** `installs`: set-up of the untouched start. `made`, `into`: see LayeredRequest. */
export type RoomFurniture = Partial<Pick<LayeredRequest, 'made' | 'into' | 'installs'>>;

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

  async make(way: Way, workspace: Workspace, process: RoomProcess, furniture: RoomFurniture = {}): Promise<Room> {
    if (way === 'layers') return this.#layered(workspace, process, furniture);
    return this.#plain(workspace, process, way === 'caged copy', furniture);
  }

  #layered(workspace: Workspace, process: RoomProcess, furniture: RoomFurniture): Room {
    const { sandbox, root, needs, home, env, custody, runProcess } = this.#options;
    if (!sandbox) throw new Error('layers without a sandbox');
    const own = { workspace, process, folders: this.#newFolders(), installs: false, ...furniture };
    return layeredRoom({ ...own, root, needs, home, env, author: custody.author }, sandbox, runProcess);
  }

  async #plain(
    workspace: Workspace,
    process: RoomProcess,
    isCaged: boolean,
    { made, into, installs = false }: RoomFurniture,
  ): Promise<Room> {
    const { sandbox, needs, home, env, runProcess } = this.#options;
    const folders = this.#newFolders();
    // Outside of a cage, set-up wrote to the home folder of the user, and it is there.
    if (!sandbox || !isCaged) return plainRoom({ workspace, folders, process }, runProcess);
    const own = into?.home ?? folders.home;
    if (made && isFolder(made.home)) await copyTree(made.home, own);
    const cage = cagePlain({ sandbox, workspace, folders: { ...folders, home: own }, needs, installs, home, env });
    return plainRoom({ workspace, folders, process, cage }, runProcess);
  }

  #newFolders(): RoomFolders {
    return newRoomFolders(this.#options.stateDir, this.folder);
  }
}
