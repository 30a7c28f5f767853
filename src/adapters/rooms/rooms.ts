/** Opens rooms, each with what set-up made for its tree, and furnishes the workspaces of agents with the same. */
import { join } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';
import type { Furnished, OpenedRoom, RoomRequest, Rooms } from '../../ports/room.ts';
import type { Layer } from '../../ports/sandbox.ts';
import { removeByForce } from '../git/workspace/remove.ts';
import type { Setup } from '../setup/setups.ts';
import { layoutFor, RoomMaker, type RoomsOptions, type Way } from './room-maker.ts';
import { orRelease, RoomSetup, type SetupRequest } from './room-setup.ts';
import { copyInto } from './setup-files.ts';

export const createRooms = async (options: RoomsOptions): Promise<Rooms> => {
  // Of a process that was killed.
  await removeLeftovers(options.runFolder);
  const rooms = new RoomsOfRun(options);
  // Plain functions: whoever stands at a door puts these into an object of their own.
  return {
    open: (request) => rooms.open(request),
    furnish: (workspace, request, otherwise) => rooms.furnish(workspace, request, otherwise),
    close: () => rooms.close(),
  };
};

class RoomsOfRun {
  readonly #options: RoomsOptions;
  readonly #rooms: RoomMaker;
  readonly #setup: RoomSetup;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#rooms = new RoomMaker(options);
    this.#setup = new RoomSetup(options, this.#rooms);
  }

  async open(request: RoomRequest): Promise<OpenedRoom> {
    const way = request.outside === true ? 'copy' : await this.#rooms.way();
    const { custody } = this.#options;
    const workspace = await custody.workspace(request.revision, 'verify', layoutFor(way, this.#options));
    const setup = await this.#setupIn(workspace, request, way);
    if (setup?.ok === false) {
      await workspace.release();
      return setup;
    }
    return this.#openIn(workspace, { request, way, setup });
  }

  async furnish(workspace: Workspace, request: SetupRequest, otherwise: string): Promise<Furnished> {
    if (request.setup.commands.length === 0) return { ok: true };
    const way = await this.#rooms.way();
    const own = await this.#setup.forRevision(workspace.revisionTree, request, way);
    // A refused change that cannot even be built is what the agent is to mend.
    const setup = own.ok || own.cancelled ? own : await this.#setup.forRevision(otherwise, request, way);
    if (!setup.ok) return setup;
    workspace.keep(setup.made.outputs);
    if (way === 'layers')
      return { ok: true, layer: this.#belowAgent(workspace, setup.made.files), release: setup.release };
    await copyInto(workspace, setup.made.files, 'untracked');
    setup.release();
    return { ok: true };
  }

  async close(): Promise<void> {
    await removeLeftovers(this.#options.runFolder);
  }

  async #setupIn(workspace: Workspace, request: RoomRequest, way: Way): Promise<Setup | null> {
    if (request.setup.commands.length === 0) return null;
    return orRelease(workspace, this.#setup.for(workspace, request, way));
  }

  async #openIn(workspace: Workspace, { request, way, setup }: Opening): Promise<OpenedRoom> {
    if (setup && way !== 'layers') await copyInto(workspace, setup.made.files, 'all');
    const room = await this.#rooms.make(way, workspace, request.process, { made: setup?.made });
    const close = async (): Promise<void> => {
      await room.close();
      setup?.release();
      await workspace.release();
    };
    return { ok: true, room: { ...room, close }, ...(setup && { setup: setup.note }) };
  }

  /**
   * The workspace takes what the agent writes; at the path of the checkout it is seen too, since set-up may have
   * written that down.
   */
  #belowAgent(workspace: Workspace, files: string): Layer {
    const name = workspace.path.slice(workspace.path.lastIndexOf('/') + 1);
    return {
      at: [workspace.path, this.#options.root],
      lower: [files],
      upper: workspace.path,
      work: join(this.#rooms.folder, `agent-${name}`),
    };
  }
}

type Opening = { request: RoomRequest; way: Way; setup: Extract<Setup, { ok: true }> | null };

/** What resists is left: nobody uses it again. */
const removeLeftovers = async (runFolder: string): Promise<void> => {
  for (const name of ['rooms', 'setup']) await removeByForce(join(runFolder, name));
};
