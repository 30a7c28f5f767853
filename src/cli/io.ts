/** Where the command line writes to, and how. */

export type Stream = NodeJS.WriteStream;

export type Io = {
  stdout: Stream;
  stderr: Stream;
  env: NodeJS.ProcessEnv;
  /** Whether text on this stream may be coloured. */
  color: (stream: Stream) => boolean;
};

/** A reader that went away (`| head`) is no error of ours. */
const ignoreClosedPipe = (stream: Stream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
};

export const processIo = (): Io => {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    color: (stream) => stream.isTTY && stream.hasColors(),
  };
};

/** A terminal on which lines can be redrawn. */
export const isLive = (stream: Stream, env: NodeJS.ProcessEnv): boolean => stream.isTTY && env['TERM'] !== 'dumb';
