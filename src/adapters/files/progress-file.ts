/** Keeps PROGRESS.txt: adds the entries of a run as they come, each of them once, also after a crash. */
import { constants, open, type FileHandle } from 'node:fs/promises';
import type { StoredEvent } from '../../model/event.ts';
import type { Progress } from '../../ports/files.ts';
import { createProgress } from '../../views/progress/progress.ts';

/** More of a file than this is not looked at: entries of one run are far shorter. */
const longestLook = 16 * 1024 * 1024;

/** A link could lead out of the repository, and a pipe or a device would never end: neither is written to. */
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const withFile = async <T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> => {
  const handle = await open(file, flags);
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
    return await work(handle);
  } finally {
    await handle.close();
  }
};

const endOf = async (handle: FileHandle): Promise<string> => {
  const { size } = await handle.stat();
  const length = Math.min(size, longestLook);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.toString('utf8', 0, bytesRead);
};

/**
 * How much of an entry the text ends with: it was cut off in the middle of writing. No line in an entry begins like its
 * first one.
 */
const begun = (text: string, entry: string): number => {
  const rest = text.slice(text.lastIndexOf('\n[') + 1);
  return rest.startsWith('[') && entry.startsWith(rest) ? rest.length : 0;
};

/** What has to be added to a text so that it holds all entries, in their order. */
export const missingText = (text: string, entries: readonly string[]): string => {
  let from = 0;
  let present = 0;
  for (const entry of entries) {
    const at = text.indexOf(entry, from);
    if (at < 0) break;
    from = at + entry.length;
    present += 1;
  }
  const added = entries.slice(present).join('');
  if (added === '') return '';
  const cut = begun(text.slice(Math.max(0, from - 1)), added);
  if (cut > 0) return added.slice(cut);
  return text === '' || text.endsWith('\n') ? added : `\n\n${added}`;
};

type TextFor = (handle: FileHandle) => Promise<string>;

/** Writes one text after the other, until one of them cannot be written. */
class Writer {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  #isGivenUp = false;
  #last: Promise<void> = Promise.resolve();

  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  write(textFor: TextFor): void {
    this.#last = this.#last.then(() => this.#append(textFor));
  }

  end(): Promise<void> {
    return this.#last;
  }

  async #append(textFor: TextFor): Promise<void> {
    if (this.#isGivenUp) return;
    try {
      await withFile(this.#file, async (handle) => {
        const text = await textFor(handle);
        if (text !== '') await handle.appendFile(text);
      });
    } catch (error) {
      this.#isGivenUp = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn(`${this.#file} cannot be written, so it lacks entries: ${reason}`);
    }
  }
}

/** `earlier`: the events so far, from the first; whatever of them the file does not hold is added. */
export const openProgress = (
  file: string,
  earlier: readonly StoredEvent[],
  warn: (message: string) => void = (message) => process.emitWarning(message),
): Progress => {
  const entriesOf = createProgress();
  const writer = new Writer(file, warn);
  const before = earlier.flatMap(entriesOf);
  writer.write(async (handle) => missingText(await endOf(handle), before));
  return {
    see: (event) => {
      const text = entriesOf(event).join('');
      if (text !== '') writer.write(() => Promise.resolve(text));
    },
    end: () => writer.end(),
  };
};
