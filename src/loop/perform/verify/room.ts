/** Where code of the repository runs: a clean room for each proof, for each repetition of one, and for each tool. */
import type { Verification } from '../../../model/verification.ts';
import type { Furnished, RoomRequest, SetupFailure, SetupNote } from '../../../ports/room.ts';
import type { Workspace } from '../../../ports/repo.ts';
import type { CleanRoom, Performing } from '../../engine.ts';

/** What a room is asked for, apart from its tree. */
const requestFor = (
  { state: { run, config }, engine, signal, note }: Performing,
  what: string,
): Omit<RoomRequest, 'revision'> => ({
  setup: { commands: config.verify.setup, timeoutMs: config.verify.timeout },
  process: {
    marker: run.id,
    signal,
    env: engine.passEnv(config.verify.env),
    onStart: (process) => note({ type: 'process.started', ...process, what }),
  },
});

/** Set-up did not end well: nothing can be said about the tree. */
export type NoRoom = { noRoom: SetupFailure };

export const isNoRoom = (value: unknown): value is NoRoom =>
  typeof value === 'object' && value !== null && 'noRoom' in value;

export type InRoom = { revision: string; what: string; outside?: boolean };

/** Opens a room, uses it, and takes it away with everything in it. */
export const inRoom = async <T>(
  performing: Performing,
  { revision, what, outside = false }: InRoom,
  use: (room: CleanRoom, setup?: SetupNote) => Promise<T>,
): Promise<T | NoRoom> => {
  const opened = await performing.engine.rooms.open({
    revision,
    ...requestFor(performing, what),
    ...(outside && { outside }),
  });
  if (!opened.ok) return { noRoom: opened };
  try {
    return await use(opened.room, opened.setup);
  } finally {
    await opened.room.close();
  }
};

/** `base`: what the change of the agent is compared with. */
export const furnish = (performing: Performing, workspace: Workspace, base: string): Promise<Furnished> =>
  performing.engine.rooms.furnish(workspace, requestFor(performing, 'setup'), base);

/** A tree about which set-up lets nothing be said. */
export const withoutRoom = (tree: string, { noRoom }: NoRoom): Verification => ({
  tree,
  verdict: noRoom.cancelled ? 'cancelled' : 'setup-failed',
  reason: reasonOf(noRoom),
  failures: [],
  commands: [],
  tools: [],
  durationMs: 0,
});

export const reasonOf = ({ reason, output }: SetupFailure): string => `set-up failed: ${reason}\n${output}`.trim();
