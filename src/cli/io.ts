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
    color: (stream) => stream.isTTY && stream.hasColors(),
  };
};

/** A terminal on which lines can be redrawn. */
export const isLive = (stream: Stream, env: NodeJS.ProcessEnv): boolean => stream.isTTY && env['TERM'] !== 'dumb';
