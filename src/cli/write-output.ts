/** Writes what a command made, to a file or to standard output, as fast as the reader takes it. */
import { UsageError } from './fail.ts';
import type { Io } from './io.ts';

export type Pieces = AsyncIterable<string> | Iterable<string>;

const toFile = async (file: string, pieces: Pieces): Promise<void> => {
  const { open } = await import('node:fs/promises');
  try {
    const handle = await open(file, 'w');
    try {
      for await (const piece of pieces) await handle.write(piece);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. ` +
        'Name another with --output.',
    );
  }
};

const untilTaken = (stream: Io['stdout']): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['drain', 'close', 'error']) stream.once(event, () => resolve());
  });

/** A reader that went away (`| head`) wants no more. */
const toStream = async (stream: Io['stdout'], pieces: Pieces): Promise<void> => {
  for await (const piece of pieces) {
    if (!stream.writable) return;
    if (!stream.write(piece)) await untilTaken(stream);
  }
};

export const writeOutput = async (
  pieces: Pieces,
  flags: { output?: string; quiet?: boolean },
  io: Io,
): Promise<void> => {
  if (flags.output === undefined) return toStream(io.stdout, pieces);
  await toFile(flags.output, pieces);
  if (flags.quiet !== true) io.stderr.write(`Wrote ${flags.output}\n`);
};
