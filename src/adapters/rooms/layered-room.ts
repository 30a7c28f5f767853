/**
 * A room in the cage: the tree and what set-up made lie below, can be read and never change; what is written goes with
 * the room.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessOutcome, RunProcess } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import type { Room, RoomCommand, RoomProcess } from '../../ports/room.ts';
import type { Layer, Sandbox, SandboxRequest } from '../../ports/sandbox.ts';
import { borrowedObjects } from '../git/control/borrowed-objects.ts';
import { isWithin } from '../sandbox/places.ts';
import { accessOf, type RoomNeeds } from './access.ts';
import { cachesOf, managerSettings } from './caches.ts';
import { changedIn } from './changed-in.ts';
import { cagedEnvironment } from './environment.ts';
import { showObjects } from './objects.ts';
import { removeRoom, type RoomFolders } from './room-folders.ts';
import { shownAs } from './shown-as.ts';

export type LayeredRequest = {
  workspace: Workspace;
  /** Where it appears: the path of the user's checkout. */
  root: string;
  folders: RoomFolders;
  /** What lies over the tree, the topmost first. */
  over: readonly string[];
  /** In place of a folder of the room's own: takes what is written. */
  upper?: string;
  needs: RoomNeeds;
  /** Set-up of the untouched start: it reaches the network and its package manager's settings. */
  installs: boolean;
  process: RoomProcess;
  /** The home folder of the user, and their environment. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  author: { name: string; email: string };
};

export const layeredRoom = (request: LayeredRequest, sandbox: Sandbox, runProcess: RunProcess): Room => {
  const { workspace, root, folders } = request;
  const upper = request.upper ?? join(folders.folder, 'upper');
  const objects = showObjects(borrowedObjects(workspace.path), root);
  const layers = [treeLayer(request, upper), ...cacheLayers(request, upper)];
  writeFresh(join(upper, '.git/objects/info/alternates'), objects.alternates);
  writeFresh(join(folders.home, '.gitconfig'), identityOf(request.author));
  return {
    path: root,
    caged: true,
    written: upper,
    changed: () => changedIn(upper, workspace),
    write: async (path, text) => writeFresh(join(upper, path), text),
    run: async (command) => runCaged(command, { ...request, layers, objects }, sandbox, runProcess),
    close: () => removeRoom(folders),
  };
};

const treeLayer = ({ root, over, workspace, folders }: LayeredRequest, upper: string): Layer => ({
  at: [root],
  lower: [...over, workspace.path],
  upper,
  work: join(folders.folder, 'layers/tree'),
});

type Furnished = LayeredRequest & { layers: Layer[]; objects: ReturnType<typeof showObjects> };

const cageRequest = (
  { command, readable = [] }: RoomCommand,
  { root, folders, needs, installs, home, layers, objects }: Furnished,
  cwd: string,
): SandboxRequest => ({
  ...accessOf(needs, installs),
  command,
  workspace: root,
  scratch: folders.exchange,
  writable: [...needs.writable, ...(needs.docker ? dockerSockets : [])],
  readable: [...needs.readable, ...readable, ...objects.readable, ...(installs ? managerSettings(home) : [])],
  layers,
  home: folders.home,
  temporary: folders.temporary,
  shown: objects.shown,
  cwd,
});

const runCaged = async (
  command: RoomCommand,
  room: Furnished,
  sandbox: Sandbox,
  runProcess: RunProcess,
): Promise<ProcessOutcome> => {
  const { folder = '', readable: _readable, isSetup: _isSetup, env, ...request } = command;
  const cwd = join(room.root, folder);
  const caged = await sandbox.wrap(cageRequest(command, room, cwd));
  const own = cagedEnvironment(room.env, room.home, room.root, cwd);
  const environment = { ...room.process.env, ...env, ...own, ...caged.env };
  const start = { command: caged.command, cwd: room.folders.folder, ownsFolder: true, env: environment };
  try {
    return await runProcess({ ...room.process, ...request, ...start, shown: shownAs(command) });
  } finally {
    await caged.dispose();
  }
};

const dockerSockets = ['/var/run/docker.sock', '/run/docker.sock'];

/** Downloads of package managers can be used, and what is added to them goes with the room. */
const cacheLayers = ({ folders, env, home, root }: LayeredRequest, upper: string): Layer[] =>
  cachesOf(env, home)
    .filter((folder) => !isWithin(folder, root) && !isWithin(upper, folder))
    .map((folder, index) => ({
      at: [folder],
      lower: [folder],
      upper: join(folders.folder, `caches/${index}`),
      work: join(folders.folder, `layers/cache-${index}`),
    }));

/** Tests make repositories of their own, and commit in them. */
const identityOf = ({ name, email }: LayeredRequest['author']): string =>
  `[user]\n\tname = ${JSON.stringify(name)}\n\temail = ${JSON.stringify(email)}\n[init]\n\tdefaultBranch = main\n`;

const writeFresh = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, text);
};
