/** Cuts a stream of text into lines. */

/** Longer lines hold whole files or images; what follows is not looked at. */
const longestLine = 8 * 1024 * 1024;

export type LineSplitter = { write: (text: string) => void; end: () => void };

/**
 * Passes on each line without its end; of a line that is too long, its beginning. Takes time in proportion to the text.
 */
export const splitLines = (onLine: (line: string) => void, longest: number = longestLine): LineSplitter => {
  const line = new LineSoFar(onLine, longest);
  return {
    write: (text) => {
      const [first = '', ...others] = text.split('\n');
      line.add(first);
      for (const other of others) {
        line.flush();
        line.add(other);
      }
    },
    end: () => line.flush(),
  };
};

class LineSoFar {
  readonly #onLine: (line: string) => void;
  readonly #longest: number;
  #pieces: string[] = [];
  #length = 0;

  constructor(onLine: (line: string) => void, longest: number) {
    this.#onLine = onLine;
    this.#longest = longest;
  }

  add(piece: string): void {
    if (this.#length < this.#longest && piece !== '') this.#pieces.push(piece.slice(0, this.#longest - this.#length));
    this.#length += piece.length;
  }

  flush(): void {
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    if (line.trim() !== '') this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
