/**
 * A room in the cage: the tree and what set-up made lie below, can be read and never change; what is written goes with
 * the room.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ProcessOutcome, RunProcess } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import type { Room, RoomCommand, RoomProcess } from '../../ports/room.ts';
import type { Layer, Sandbox, SandboxRequest } from '../../ports/sandbox.ts';
import { borrowedObjects } from '../git/control/borrowed-objects.ts';
import { isFolder, isWithin } from '../sandbox/places.ts';
import { cacheIn, type MadeFolders } from '../setup/made-folders.ts';
import { accessOf, type RoomNeeds } from './access.ts';
import { cachesOf, downloads, managerSettings } from './caches.ts';
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
  /** What set-up made, if there is any: it lies over the tree and the home folder. */
  made?: MadeFolders | undefined;
  /** Set-up itself: what it writes goes here, in place of folders of the room's own. */
  into?: MadeFolders | undefined;
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
  const upper = request.into?.files ?? join(folders.folder, 'upper');
  const objects = showObjects(borrowedObjects(workspace.path), root);
  const layers = [treeLayer(request, upper), ...cacheLayers(request, upper)];
  writeFresh(join(upper, '.git/objects/info/alternates'), objects.alternates);
  const home = homeOf(request);
  return {
    path: root,
    caged: true,
    written: upper,
    changed: () => changedIn(upper, workspace),
    write: async (path, text) => writeFresh(join(upper, path), text),
    run: async (command) => runCaged(command, { ...request, layers, objects, ownHome: home }, sandbox, runProcess),
    close: () => removeRoom(folders),
  };
};

const treeLayer = ({ root, made, workspace, folders }: LayeredRequest, upper: string): Layer => ({
  at: [root],
  lower: [...(made ? [made.files] : []), workspace.path],
  upper,
  work: join(folders.folder, 'layers/tree'),
});

/** As set-up left it: package managers and tools keep there what they install. */
const homeOf = ({ made, into, folders, author }: LayeredRequest): SandboxRequest['home'] => {
  const own = into?.home ?? folders.home;
  const isMade = made !== undefined && isFolder(made.home);
  if (!isMade || !existsSync(join(made.home, '.gitconfig'))) writeFresh(join(own, '.gitconfig'), identityOf(author));
  return isMade ? { lower: [made.home], upper: own, work: join(folders.folder, 'layers/home') } : own;
};

type Furnished = LayeredRequest & {
  layers: Layer[];
  objects: ReturnType<typeof showObjects>;
  ownHome: SandboxRequest['home'];
};

const cageRequest = (
  { command, readable = [] }: RoomCommand,
  { root, folders, needs, installs, home, env, ownHome, layers, objects }: Furnished,
  cwd: string,
): SandboxRequest => ({
  ...accessOf(needs, installs),
  command,
  workspace: root,
  scratch: folders.exchange,
  writable: [...needs.writable, ...(needs.docker ? dockerSockets : [])],
  readable: [...needs.readable, ...readable, ...objects.readable, ...(installs ? managerSettings(home, env) : [])],
  layers,
  home: ownHome,
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

/** Downloads of package managers can be used; what is added to them goes with the room, or with what set-up made. */
const cacheLayers = (request: LayeredRequest, upper: string): Layer[] =>
  cachesOf(request.env, request.home)
    .filter((folder) => !isWithin(folder, request.root) && !isWithin(upper, folder))
    .map((folder, index) => ({
      at: [folder],
      lower: [...addedTo(folder, request), folder],
      upper: keepsAdded(folder, request) ?? join(request.folders.folder, `caches/${index}`),
      work: join(request.folders.folder, `layers/cache-${index}`),
    }));

/** By set-up: where the folder was there at that time, and where it was not. */
const addedTo = (folder: string, { made, home }: LayeredRequest): string[] =>
  made === undefined
    ? []
    : [cacheIn(made, folder), join(made.home, relative(home, folder))].filter(
        (added) => isWithin(folder, home) && isFolder(added),
      );

const keepsAdded = (folder: string, { into, home }: LayeredRequest): string | null =>
  into === undefined || downloads.includes(relative(home, folder)) ? null : cacheIn(into, folder);

/** Tests make repositories of their own, and commit in them. */
const identityOf = ({ name, email }: LayeredRequest['author']): string =>
  `[user]\n\tname = ${JSON.stringify(name)}\n\temail = ${JSON.stringify(email)}\n[init]\n\tdefaultBranch = main\n`;

const writeFresh = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, text);
};
