/** Puts the commands of a room without layers into the cage. */
import type { Workspace } from '../../ports/repo.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { borrowedObjects } from '../git/control/borrowed-objects.ts';
import { accessOf, type RoomNeeds } from './access.ts';
import { managerSettings } from './caches.ts';
import { cagedEnvironment } from './environment.ts';
import type { CagePlain } from './plain-room.ts';
import type { RoomFolders } from './room-folders.ts';

export type PlainCage = {
  sandbox: Sandbox;
  workspace: Workspace;
  folders: RoomFolders;
  needs: RoomNeeds;
  /** Set-up of the untouched start: it reaches the network and its package manager's settings. */
  installs: boolean;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
};

const readableIn = ({ needs, workspace, installs, home, env }: PlainCage, readable: readonly string[]): string[] => [
  ...needs.readable,
  ...readable,
  ...borrowedObjects(workspace.path),
  ...(installs ? managerSettings(home, env) : []),
];

export const cagePlain =
  (cage: PlainCage): CagePlain =>
  async ({ command, readable = [] }, cwd) => {
    const { sandbox, workspace, folders, needs, installs, home, env } = cage;
    const caged = await sandbox.wrap({
      ...accessOf(needs, installs),
      command,
      workspace: workspace.path,
      scratch: folders.exchange,
      writable: needs.writable,
      readable: readableIn(cage, readable),
      home: folders.home,
      temporary: folders.temporary,
    });
    return { ...caged, environment: cagedEnvironment(env, home, workspace.path, cwd) };
  };
