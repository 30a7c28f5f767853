/**
 * A room in the cage: the tree and what set-up made lie below, can be read and never change; what is written goes with
 * the room.
 */
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessOutcome, RunProcess } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import type { Room, RoomCommand, RoomProcess } from '../../ports/room.ts';
import type { Layer, Sandbox } from '../../ports/sandbox.ts';
import { borrowedObjects } from '../git/control/borrowed-objects.ts';
import { isWithin } from '../sandbox/places.ts';
import { cachesOf, managerSettings } from './caches.ts';
import { cagedEnvironment } from './environment.ts';
import { showObjects } from './objects.ts';
import { removeRoom, type RoomPlace } from './place.ts';

/** What the configuration lets the commands of all rooms have. */
export type RoomNeeds = {
  hosts: readonly string[];
  readable: readonly string[];
  writable: readonly string[];
  docker: boolean;
};

export type LayeredRequest = {
  workspace: Workspace;
  /** Where it appears: the path of the user's checkout. */
  root: string;
  place: RoomPlace;
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
  const { workspace, root, place, over } = request;
  const upper = request.upper ?? join(place.folder, 'upper');
  const objects = showObjects(borrowedObjects(workspace.path), root);
  const layers: Layer[] = [
    { at: [root], lower: [...over, workspace.path], upper, work: join(place.folder, 'layers/tree') },
    ...cacheLayers(request, upper),
  ];
  const write: Room['write'] = async (path, text) => writeFresh(join(upper, path), text);
  writeFresh(join(upper, '.git/objects/info/alternates'), objects.alternates);
  writeFresh(join(place.home, '.gitconfig'), identityOf(request.author));
  return {
    path: root,
    caged: true,
    written: upper,
    changed: async () =>
      (await workspace.compare(upper)).tracked.filter((path) => differs(join(upper, path), join(workspace.path, path))),
    write,
    run: async (command) => runCaged(command, { ...request, layers, objects }, sandbox, runProcess),
    close: () => removeRoom(place),
  };
};

type Furnished = LayeredRequest & { layers: Layer[]; objects: ReturnType<typeof showObjects> };

const runCaged = async (
  { folder = '', readable = [], env, ...command }: RoomCommand,
  { root, place, needs, installs, process, home, env: around, layers, objects }: Furnished,
  sandbox: Sandbox,
  runProcess: RunProcess,
): Promise<ProcessOutcome> => {
  const cwd = join(root, folder);
  const caged = await sandbox.wrap({
    command: command.command,
    workspace: root,
    scratch: place.exchange,
    writable: [...needs.writable, ...(needs.docker ? dockerSockets : [])],
    readable: [...needs.readable, ...readable, ...objects.readable, ...(installs ? managerSettings(home) : [])],
    hosts: needs.hosts,
    access: installs || needs.hosts.includes('*') ? 'full' : 'edit',
    layers,
    home: place.home,
    temporary: place.temporary,
    shown: objects.shown,
    cwd,
  });
  try {
    return await runProcess({
      ...process,
      ...command,
      command: caged.command,
      cwd: place.folder,
      ownsFolder: true,
      env: { ...process.env, ...env, ...cagedEnvironment(around, home, root, cwd), ...caged.env },
    });
  } finally {
    await caged.dispose();
  }
};

const dockerSockets = ['/var/run/docker.sock', '/run/docker.sock'];

/** Downloads of package managers can be used, and what is added to them goes with the room. */
const cacheLayers = ({ place, env, home, root }: LayeredRequest, upper: string): Layer[] =>
  cachesOf(env, home)
    .filter((folder) => !isWithin(folder, root) && !isWithin(upper, folder))
    .map((folder, index) => ({
      at: [folder],
      lower: [folder],
      upper: join(place.folder, `caches/${index}`),
      work: join(place.folder, `layers/cache-${index}`),
    }));

/** Tests make repositories of their own, and commit in them. */
const identityOf = ({ name, email }: LayeredRequest['author']): string =>
  `[user]\n\tname = ${JSON.stringify(name)}\n\temail = ${JSON.stringify(email)}\n[init]\n\tdefaultBranch = main\n`;

const writeFresh = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, text);
};

/** A file that was only opened for writing, or touched, comes to lie in the upper folder as it was. */
const differs = (now: string, before: string): boolean => {
  const [stat, old] = [now, before].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (stat?.isFile() !== true || old?.isFile() !== true || stat.size !== old.size) return true;
  return (stat.mode & 0o111) !== (old.mode & 0o111) || !readFileSync(now).equals(readFileSync(before));
};
