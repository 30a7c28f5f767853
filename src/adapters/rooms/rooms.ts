/** Opens rooms: layers in the cage where both can be had, else a fresh check-out with a copy of what set-up made. */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunProcess } from '../../ports/process.ts';
import type { Custody, Workspace } from '../../ports/repo.ts';
import type { OpenedRoom, Room, RoomProcess, RoomRequest, Rooms } from '../../ports/room.ts';
import type { Layer, Sandbox } from '../../ports/sandbox.ts';
import { borrowedObjects } from '../git/control/borrowed-objects.ts';
import { copyTree } from '../git/workspace/copy-tree.ts';
import { removeAt } from '../git/workspace/remove.ts';
import { createPrepare, type Maker, type Prepared, type SetupPlan } from '../setup/prepare.ts';
import { runSetup } from '../setup/run-setup.ts';
import { managerSettings } from './caches.ts';
import { cagedEnvironment } from './environment.ts';
import { type LayeredRequest, layeredRoom, type RoomNeeds } from './layered-room.ts';
import { newPlace } from './place.ts';
import { type CagePlain, plainRoom } from './plain-room.ts';

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

/** How rooms are made here. */
type Way = 'layers' | 'caged copy' | 'copy';

export const createRooms = async (options: RoomsOptions): Promise<Rooms> => {
  const { custody, root, stateDir, runFolder, repositoryFolder, sandbox, env, home, runProcess } = options;
  const rooms = join(runFolder, 'rooms');
  // Of a process that was killed.
  await removeLeftovers(runFolder);
  const folders = { shared: join(repositoryFolder, 'setup'), own: join(runFolder, 'setup') };
  let preparing: ReturnType<typeof createPrepare> | undefined;
  let chosen: Promise<Way> | undefined;
  const way = (): Promise<Way> => (chosen ??= chooseWay(sandbox, runFolder));

  const layered = (workspace: Workspace, process: RoomProcess, more: Partial<LayeredRequest>): Room => {
    if (!sandbox) throw new Error('layers without a sandbox');
    const { author } = custody;
    const place = newPlace(stateDir, rooms);
    const request = {
      workspace,
      root,
      place,
      over: [],
      needs: options.needs,
      installs: false,
      process,
      home,
      env,
      author,
      ...more,
    };
    return layeredRoom(request, sandbox, runProcess);
  };

  const plain = (workspace: Workspace, process: RoomProcess, cagedAs: 'open' | 'closed' | null): Room => {
    const place = newPlace(stateDir, rooms);
    const cage =
      cagedAs === null || !sandbox ? undefined : cagePlain(options, sandbox, workspace, place, cagedAs === 'open');
    return plainRoom({ workspace, place, process, cage }, runProcess);
  };

  /** Gets what set-up makes for a workspace's tree, by layers or by copies. */
  const setUp = async (
    workspace: Workspace,
    { setup, process }: Omit<RoomRequest, 'revision'>,
    how: Way,
  ): Promise<Prepared> => {
    const isStart = workspace.revisionTree === custody.start.tree;
    const facts = { workspace, commands: setup.commands, caged: how !== 'copy', env: process.env ?? {}, around: env };
    const plan: SetupPlan = {
      workspace,
      at: how === 'layers' ? root : workspace.path,
      facts,
      isStart,
      signal: process.signal,
    };
    const make: Maker = async (files) => {
      mkdirSync(files, { recursive: true });
      const room =
        how === 'layers'
          ? layered(workspace, process, { upper: files, installs: isStart })
          : plain(workspace, process, how === 'copy' ? null : isStart ? 'open' : 'closed');
      try {
        const failed = await runSetup(room, setup);
        if (failed) return failed;
        const changed = await room.changed();
        return { ok: true, changed, outputs: await takeOut(workspace, files, how, changed) };
      } finally {
        await room.close();
      }
    };
    preparing ??= createPrepare(stateDir, folders);
    return preparing(plan, make);
  };

  const open = async (request: RoomRequest): Promise<OpenedRoom> => {
    const how = request.outside === true ? 'copy' : await way();
    const workspace = await custody.workspace(request.revision, 'verify', { fresh: how !== 'layers' });
    const prepared =
      request.setup.commands.length === 0 ? null : await orRelease(workspace, setUp(workspace, request, how));
    if (prepared?.ok === false) {
      await workspace.release();
      return prepared;
    }
    if (prepared && how !== 'layers') await copyInto(workspace, prepared.made.files, 'all');
    const room =
      how === 'layers'
        ? layered(workspace, request.process, { over: prepared ? [prepared.made.files] : [] })
        : plain(workspace, request.process, how === 'copy' ? null : 'closed');
    const close = async (): Promise<void> => {
      await room.close();
      prepared?.release();
      await workspace.release();
    };
    return { ok: true, room: { ...room, close }, ...(prepared && { setup: prepared.note }) };
  };

  /** In a tree in which no agent has been. */
  const setUpFor = async (revision: string, request: Omit<RoomRequest, 'revision'>, how: Way): Promise<Prepared> => {
    const clean = await custody.workspace(revision, 'verify', { fresh: how !== 'layers' });
    const prepared = await orRelease(clean, setUp(clean, request, how));
    await clean.release();
    return prepared;
  };

  const furnish: Rooms['furnish'] = async (workspace, request, otherwise) => {
    if (request.setup.commands.length === 0) return { ok: true };
    const how = await way();
    const own = await setUpFor(workspace.revisionTree, request, how);
    // A refused change that cannot even be built is what the agent is to mend.
    const prepared = own.ok || own.cancelled ? own : await setUpFor(otherwise, request, how);
    if (!prepared.ok) return prepared;
    workspace.keep(prepared.made.outputs);
    if (how === 'layers')
      return { ok: true, layer: belowAgent(workspace, prepared.made.files, root, rooms), release: prepared.release };
    await copyInto(workspace, prepared.made.files, 'untracked');
    prepared.release();
    return { ok: true };
  };

  return { open, furnish, close: async () => removeLeftovers(runFolder) };
};

const chooseWay = async (sandbox: Sandbox | undefined, folder: string): Promise<Way> => {
  if (!sandbox || !(await sandbox.check()).usable) return 'copy';
  return (await sandbox.canLayer(folder)) ? 'layers' : 'caged copy';
};

const orRelease = async <T>(workspace: Workspace, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    await workspace.release();
    throw error;
  }
};

/** What set-up made, in a folder of its own. Git's files in it belong to the tree that they were made with. */
const takeOut = async (
  workspace: Workspace,
  files: string,
  how: Way,
  changed: readonly string[],
): Promise<string[]> => {
  if (how === 'layers') {
    removeAt(files, '.git');
    return (await workspace.compare(files)).untracked;
  }
  const outputs = await workspace.untracked();
  for (const path of [...outputs, ...changed]) await copyOne(workspace.path, files, path);
  return outputs;
};

/**
 * A proof gets tracked files as set-up left them, too; an agent's workspace does not: they would become part of its
 * patch.
 */
const copyInto = async (workspace: Workspace, files: string, which: 'all' | 'untracked'): Promise<void> => {
  const { tracked, untracked } = await workspace.compare(files);
  for (const path of [...untracked, ...(which === 'all' ? tracked : [])]) await copyOne(files, workspace.path, path);
};

/** Nothing is copied of what a command has removed. */
const copyOne = async (from: string, to: string, path: string): Promise<void> => {
  removeAt(to, path);
  mkdirSync(dirname(join(to, path)), { recursive: true });
  await copyTree(join(from, path), join(to, path)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
};

/**
 * The workspace takes what the agent writes; at the path of the checkout it is seen too, since set-up may have written
 * that down.
 */
const belowAgent = (workspace: Workspace, files: string, root: string, rooms: string): Layer => ({
  at: [workspace.path, root],
  lower: [files],
  upper: workspace.path,
  work: join(rooms, `agent-${workspace.path.slice(workspace.path.lastIndexOf('/') + 1)}`),
});

const cagePlain =
  (
    { needs, env, home }: RoomsOptions,
    sandbox: Sandbox,
    workspace: Workspace,
    place: ReturnType<typeof newPlace>,
    installs: boolean,
  ): CagePlain =>
  async ({ command, readable = [] }, cwd) => ({
    ...(await sandbox.wrap({
      command,
      workspace: workspace.path,
      scratch: place.exchange,
      writable: needs.writable,
      readable: [
        ...needs.readable,
        ...readable,
        ...borrowedObjects(workspace.path),
        ...(installs ? managerSettings(home) : []),
      ],
      hosts: needs.hosts,
      access: installs || needs.hosts.includes('*') ? 'full' : 'edit',
      home: place.home,
      temporary: place.temporary,
    })),
    environment: cagedEnvironment(env, home, workspace.path, cwd),
  });

/** What resists is left: nobody uses it again. */
const removeLeftovers = async (runFolder: string): Promise<void> => {
  for (const name of ['rooms', 'setup'])
    await rm(join(runFolder, name), { recursive: true, force: true }).catch(() => removeAt(runFolder, name));
};
