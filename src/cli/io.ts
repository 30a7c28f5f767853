/** Where the command line writes to, and how. */

export type Stream = NodeJS.WriteStream;

export type Io = {
  stdout: Stream;
  stderr: Stream;
  env: NodeJS.ProcessEnv;
  /** Whether text on this stream may be coloured. */
  color: (stream: Stream) => boolean;
};

/** What writing to a pipe or a terminal ends with when nobody is there any more. */
const gone: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/** A reader that went away (`| head`, a closed terminal) is no error of ours. */
const ignoreAbsence = (stream: Stream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!gone.has(error.code)) throw error;
  });
};

export const processIo = (): Io => {
  ignoreAbsence(process.stdout);
  ignoreAbsence(process.stderr);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    color: (stream) => mayColor(stream, process.env),
  };
};

/** `FORCE_COLOR` decides where it is set, also for a pipe; otherwise a terminal that can, unless `NO_COLOR` is set. */
const mayColor = (stream: Pick<Stream, 'isTTY' | 'hasColors'>, env: NodeJS.ProcessEnv): boolean => {
  const force = env['FORCE_COLOR'];
  return force === undefined ? stream.isTTY && stream.hasColors(env) : force !== '0' && force !== 'false';
};

/** A terminal on which lines can be redrawn. */
export const isLive = (stream: Stream, env: NodeJS.ProcessEnv): boolean => stream.isTTY && env['TERM'] !== 'dumb';
