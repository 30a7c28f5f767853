/**
 * A room without layers: a fresh check-out of its own, in which what set-up made was put. In the cage where there is
 * one.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProcessOutcome, RunProcess } from '../../ports/process.ts';
import type { Workspace } from '../../ports/repo.ts';
import type { Room, RoomCommand, RoomProcess } from '../../ports/room.ts';
import type { Sandboxed } from '../../ports/sandbox.ts';
import { plainEnvironment } from './environment.ts';
import { removeRoom, type RoomFolders } from './room-folders.ts';
import { shownAs } from './shown-as.ts';

/** Puts a command into the cage. */
export type CagePlain = (
  command: RoomCommand,
  cwd: string,
) => Promise<Sandboxed & { environment: Readonly<Record<string, string>> }>;

export type PlainRequest = {
  workspace: Workspace;
  folders: RoomFolders;
  process: RoomProcess;
  cage?: CagePlain | undefined;
};

export const plainRoom = (request: PlainRequest, runProcess: RunProcess): Room => {
  const { workspace, folders } = request;
  return {
    path: workspace.path,
    caged: request.cage !== undefined,
    written: workspace.path,
    changed: workspace.changed,
    write: async (path, text) => {
      const file = join(workspace.path, path);
      mkdirSync(dirname(file), { recursive: true });
      // Never written in place: a command that ran here may have left a link.
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, text);
    },
    run: (command) => runPlain(command, request, runProcess),
    close: () => removeRoom(folders),
  };
};

const runPlain = async (
  command: RoomCommand,
  { workspace, folders, process, cage }: PlainRequest,
  runProcess: RunProcess,
): Promise<ProcessOutcome> => {
  const { folder = '', readable: _readable, isSetup: _isSetup, env, ...request } = command;
  const cwd = join(workspace.path, folder);
  const caged = await cage?.(command, cwd);
  const own = caged?.environment ?? plainEnvironment(folders.temporary, workspace.path, cwd);
  const environment = { ...process.env, ...env, ...own, ...caged?.env };
  const start = { command: caged?.command ?? request.command, cwd, ownsFolder: true, env: environment };
  try {
    return await runProcess({ ...process, ...request, ...start, shown: shownAs(command) });
  } finally {
    await caged?.dispose();
  }
};
