/** Gets what set-up makes for the tree of a workspace, in a room like those that it is for. */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';
import type { Room, RoomRequest } from '../../ports/room.ts';
import { removeAt } from '../git/workspace/remove.ts';
import type { MadeFolders } from '../setup/made-folders.ts';
import { failedOffline, offlineEnvironment } from '../setup/offline.ts';
import { runSetup } from '../setup/run-setup.ts';
import { type Maker, openSetups, type Setup, type Setups } from '../setup/setups.ts';
import { type Surroundings, surroundings } from '../setup/surroundings.ts';
import { cachesOf, downloads, managerSettings } from './caches.ts';
import { layoutFor, type RoomMaker, type RoomsOptions, type Way } from './room-maker.ts';
import { copyOut, outputsOfLayer } from './setup-files.ts';

export type SetupRequest = Pick<RoomRequest, 'setup' | 'process'>;

/** Gives the workspace back when the work on it fails. */
export const orRelease = async <T>(workspace: Workspace, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    await workspace.release();
    throw error;
  }
};

export class RoomSetup {
  readonly #options: RoomsOptions;
  readonly #rooms: RoomMaker;
  #setups: Setups | undefined;
  #around: Surroundings | undefined;

  constructor(options: RoomsOptions, rooms: RoomMaker) {
    this.#options = options;
    this.#rooms = rooms;
  }

  async for(workspace: Workspace, request: SetupRequest, way: Way): Promise<Setup> {
    const { custody, root } = this.#options;
    const { env = {}, signal } = request.process;
    const facts = {
      workspace,
      commands: request.setup.commands,
      caged: way !== 'copy',
      env,
      around: this.#surroundings(),
      history: custody.history(),
      day: custody.began.slice(0, 'yyyy-mm-dd'.length),
    };
    const plan = {
      workspace,
      at: way === 'layers' ? root : workspace.path,
      facts,
      isStart: workspace.revisionTree === custody.start.tree,
      signal,
    };
    return this.#opened().get(plan, this.#maker(workspace, request, way));
  }

  #surroundings(): Surroundings {
    const { env, home, needs } = this.#options;
    const settings = managerSettings(home, env);
    const kept = cachesOf(env, home).filter((folder) => !downloads.includes(relative(home, folder)));
    return (this.#around ??= surroundings({ env, home, settings, needs, kept }));
  }

  /** In a tree in which no agent has been. */
  async forRevision(revision: string, request: SetupRequest, way: Way): Promise<Setup> {
    const clean = await this.#options.custody.workspace(revision, 'verify', layoutFor(way, this.#options));
    const setup = await orRelease(clean, this.for(clean, request, way));
    await clean.release();
    return setup;
  }

  /** Not before it is needed: most runs have no set-up, and then nothing is put on the disk. */
  #opened(): Setups {
    const { stateDir, repositoryFolder, runFolder } = this.#options;
    const folders = { shared: join(repositoryFolder, 'setup'), own: join(runFolder, 'setup') };
    return (this.#setups ??= openSetups(stateDir, folders));
  }

  #maker(workspace: Workspace, { setup, process }: SetupRequest, way: Way): Maker {
    const installs = workspace.revisionTree === this.#options.custody.start.tree;
    const isOffline = way !== 'copy' && !installs && this.#options.needs.hosts.length === 0;
    return async (into) => {
      for (const folder of Object.values(into)) mkdirSync(folder, { recursive: true });
      const room = await this.#rooms.make(way, workspace, process, { into, installs });
      try {
        const failed = await runSetup(room, setup, isOffline ? offlineEnvironment : {});
        if (failed) return isOffline ? failedOffline(failed) : failed;
        removeDownloads(into);
        return await resultOf(room, workspace, into.files, way);
      } finally {
        await room.close();
      }
    };
  }
}

const removeDownloads = ({ home }: MadeFolders): void => {
  for (const folder of downloads) removeAt(home, folder);
};

const resultOf = async (room: Room, workspace: Workspace, files: string, way: Way) => {
  const changed = await room.changed();
  const outputsOf = way === 'layers' ? outputsOfLayer : copyOut;
  const outputs = await outputsOf(workspace, files, changed);
  return { ok: true as const, changed, outputs };
};
