/**
 * Clean rooms: where code of the repository runs. Each holds exactly one tree and what set-up made for it, and nothing
 * else.
 */
import type { SetupNote } from '../model/verification.ts';
import type { ProcessOutcome, ProcessRequest } from './process.ts';
import type { Layer } from './sandbox.ts';
import type { Workspace } from './repo.ts';

/** What the processes of a room have in common. */
export type RoomProcess = Pick<ProcessRequest, 'marker' | 'signal' | 'env' | 'onStart'>;

export type RoomRequest = {
  /** The commit or tree that it holds. */
  revision: string;
  /** Prepares it: shell lines or argument lists. */
  setup: { commands: readonly (string | readonly string[])[]; timeoutMs: number };
  process: RoomProcess;
  /** Outside of the cage, though there is one: tells whether the cage keeps a command from passing. */
  outside?: boolean;
};

export type RoomCommand = Omit<ProcessRequest, keyof RoomProcess | 'cwd' | 'shown'> & {
  /** It prepares the room. */
  isSetup?: boolean;
  /** A folder of the repository to start in; its root when not given. */
  folder?: string;
  /** Added to the environment of the room. */
  env?: Readonly<Record<string, string>>;
  /** Files and folders outside of the room that the command has to read, such as a hook of the user. */
  readable?: readonly string[];
};

export type Room = {
  /** Where its files are, as a command in it sees them. */
  path: string;
  /** Whether it is in a cage, in which neither the user's checkout nor anything else of theirs can be seen. */
  caged: boolean;
  /** Never rejects for what the command did. Commands of one room see what earlier ones left, as in one clone. */
  run: (command: RoomCommand) => Promise<ProcessOutcome>;
  /** A folder outside with all that commands wrote, under its path in the repository: for test results. */
  written: string;
  /** Tracked files that are not as the tree has them any more. */
  changed: () => Promise<string[]>;
  /** Puts a text into a file of the room, in place of what is there. */
  write: (path: string, text: string) => Promise<void>;
  /** Takes it away, with all that was written in it. Never rejects. */
  close: () => Promise<void>;
};

export type { SetupNote };

/** What set-up came to, where it did not end well. */
export type SetupFailure = { ok: false; reason: string; output: string; cancelled: boolean };

export type OpenedRoom<R = Room> = { ok: true; room: R; setup?: SetupNote } | SetupFailure;

/**
 * What an agent's workspace is furnished with: copied into it, or laid below it where the agent is started in a
 * namespace.
 */
export type Furnished = { ok: true; layer?: Layer; /** The call is over. */ release?: () => void } | SetupFailure;

export type Rooms<R = Room> = {
  open: (request: RoomRequest) => Promise<OpenedRoom<R>>;
  /** Gives an agent's workspace what set-up makes for its tree; where that cannot be made, for another revision. */
  furnish: (workspace: Workspace, request: Omit<RoomRequest, 'revision'>, otherwise: string) => Promise<Furnished>;
  /** Takes away what was made for the run alone. Never rejects. */
  close: () => Promise<void>;
};
