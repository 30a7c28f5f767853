/** Where the command line writes to, and how. */

import { type CleanAway, Door, type Stream } from './door.ts';

export type Io = {
  stdout: Door;
  stderr: Door;
  /** For what leaves by another way, such as a file. */
  clean: CleanAway;
  env: NodeJS.ProcessEnv;
  /** Whether text that leaves there may be coloured. */
  color: (door: Terminal) => boolean;
};

type Terminal = Pick<Door, 'isTTY' | 'hasColors'>;

/** What writing to a pipe or a terminal ends with when nobody is there any more. */
const gone: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/** A reader that went away (`| head`, a closed terminal) is no error of ours. */
const ignoreAbsence = (stream: Stream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!gone.has(error.code)) throw error;
  });
};

export const processIo = (clean: CleanAway): Io => {
  ignoreAbsence(process.stdout);
  ignoreAbsence(process.stderr);
  return {
    stdout: new Door(process.stdout, clean),
    stderr: new Door(process.stderr, clean),
    clean,
    env: process.env,
    color: (door) => mayColor(door, process.env),
  };
};

/** `FORCE_COLOR` decides where it is set, also for a pipe; otherwise a terminal that can, unless `NO_COLOR` is set. */
const mayColor = (door: Terminal, env: NodeJS.ProcessEnv): boolean => {
  const force = env['FORCE_COLOR'];
  return force === undefined ? door.isTTY && door.hasColors(env) : force !== '0' && force !== 'false';
};

/** A terminal on which lines can be redrawn. */
export const isLive = (door: Pick<Door, 'isTTY'>, env: NodeJS.ProcessEnv): boolean =>
  door.isTTY && env['TERM'] !== 'dumb';
