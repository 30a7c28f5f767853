/** Streams that remember what was written, for tests of code that prints. */
import { Writable } from 'node:stream';
import type { Io, Stream } from '../../src/cli/io.ts';

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
  return {
    io: { stdout: stdout.stream, stderr: stderr.stream, env, color: () => false },
    out: stdout.text,
    err: stderr.text,
  };
};
