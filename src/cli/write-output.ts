/** Writes what a command made, to a file or to standard output. */
import type { Pieces, PiecesOf } from './door.ts';
import { UsageError } from './fail.ts';
import type { Io } from './io.ts';

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

/** `pieces`: of a value without its secrets, whichever way it goes. */
export const writeOutput = async <T>(
  value: T,
  pieces: PiecesOf<T>,
  { output, quiet }: { output?: string; quiet?: boolean },
  io: Io,
): Promise<void> => {
  if (output === undefined) return io.stdout.send(value, pieces);
  await toFile(output, await pieces(await io.clean(value)));
  if (quiet !== true) await io.stderr.print(output, (file) => `Wrote ${file}\n`);
};
