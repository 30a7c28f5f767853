/** Streams that remember what was written, for tests of code that prints. */
import { Writable } from 'node:stream';
import { type CleanAway, Door, type Stream } from '../../src/cli/door.ts';
import type { Io } from '../../src/cli/io.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';

export const capturedStream = (isTTY = false): { stream: Stream; text: () => string } => {
  const chunks: string[] = [];
  const writable = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  const stream = Object.assign(Object.create(process.stdout), {
    isTTY,
    columns: 100,
    rows: 40,
    write: writable.write.bind(writable),
  });
  return { stream, text: () => chunks.join('') };
};

export const capturedIo = (env: NodeJS.ProcessEnv = {}): { io: Io; out: () => string; err: () => string } => {
  const [stdout, stderr] = [capturedStream(), capturedStream()];
  const secrets = createSecrets(env);
  const clean: CleanAway = async (value) => secrets.clean(value);
  return {
    io: {
      stdout: new Door(stdout.stream, clean),
      stderr: new Door(stderr.stream, clean),
      clean,
      env,
      color: () => false,
    },
    out: stdout.text,
    err: stderr.text,
  };
};
