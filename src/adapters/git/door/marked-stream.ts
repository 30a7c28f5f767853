/** One stream of a shell that stays: what each command printed ends at a mark. */
import { randomUUID } from 'node:crypto';

/** Says on both streams that a command has ended. Nobody can guess it, so no output can contain it. */
export const mark = `\n${randomUUID()}`;

/** What a command printed on one stream, once the mark after it has come. */
export class MarkedStream {
  #chunks: Buffer[] = [];
  #resolve: ((ended: { output: Buffer; rest: string }) => void) | undefined;

  constructor(source: NodeJS.ReadableStream) {
    source.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#look();
    });
  }

  next(): Promise<{ output: Buffer; rest: string }> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#look();
    });
  }

  /** The mark is the last that comes before the next command, so only the end has to be looked at. */
  #look(): void {
    if (!this.#resolve || this.#chunks.at(-1)?.at(-1) !== 10 || this.#tail().lastIndexOf(mark) < 0) return;
    const all = Buffer.concat(this.#chunks);
    const at = all.lastIndexOf(mark);
    this.#chunks = [];
    this.#resolve({ output: all.subarray(0, at), rest: all.subarray(at + mark.length, -1).toString() });
    this.#resolve = undefined;
  }

  /** Just long enough to hold a mark and an exit code, however the chunks were cut. */
  #tail(): Buffer {
    const length = mark.length + 8;
    let from = this.#chunks.length;
    for (let found = 0; from > 0 && found < length; from -= 1) found += this.#chunks[from - 1]?.length ?? 0;
    return Buffer.concat(this.#chunks.slice(from)).subarray(-length);
  }
}
