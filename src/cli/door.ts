/**
 * A door by which the command line prints. What leaves by it is clean: the door cleans it, or its type says that it was
 * cleaned before, or that it stands in our source. Nobody else has the stream behind it.
 */
import type { Clean } from '../model/clean.ts';

export type Stream = NodeJS.WriteStream;

/** In pieces: a document can be longer than a text may be. */
export type Pieces = AsyncIterable<string> | Iterable<string>;

/** Takes the secrets out of a value; what finds them is loaded when it is first asked for. */
export type CleanAway = <T>(value: T) => Promise<Clean<T>>;

/** A text that stands in the source as it is, with nothing in it that is known only later. */
type Literal<Text extends string> = Text extends unknown ? ({} extends Record<Text, true> ? never : Text) : never;

/** What a value is printed as: made of what this is given, and of words of ours. */
export type WordsFor<T> = (value: Clean<T>) => string;
export type PiecesOf<T> = (value: Clean<T>) => Pieces | Promise<Pieces>;

export class Door {
  readonly #stream: Stream;
  readonly #clean: CleanAway;

  constructor(stream: Stream, clean: CleanAway) {
    this.#stream = stream;
    this.#clean = clean;
  }

  get isTTY(): boolean {
    return this.#stream.isTTY;
  }

  /** How wide the terminal is. */
  get columns(): number {
    return this.#stream.columns;
  }

  hasColors(env: NodeJS.ProcessEnv): boolean {
    return this.#stream.hasColors(env);
  }

  /**
   * Cleans a value, and prints it in words. Not the words are cleaned: what merely stands side by side in them could be
   * taken for a name and its secret.
   */
  async print<T>(value: T, words: WordsFor<T>): Promise<void> {
    this.pass(await this.#clean(value), words);
  }

  /** The same in pieces, as fast as the reader takes them; one that went away (`| head`) wants no more. */
  async send<T>(value: T, pieces: PiecesOf<T>): Promise<void> {
    for await (const piece of await pieces(await this.#clean(value))) {
      if (!this.#stream.writable) return;
      if (!this.#stream.write(piece)) await untilTaken(this.#stream);
    }
  }

  /** Prints at once what was cleaned where it comes from: events, and whatever must not wait until that is loaded. */
  pass<T>(value: Clean<T>, words: WordsFor<T>): void {
    this.#stream.write(words(value));
  }

  /** Prints words of ours. */
  say<const Text extends string>(text: Literal<Text>): void {
    this.#stream.write(text);
  }

  /** For libraries that write to a stream by themselves: they get it together with what they are to show. */
  async draw<T, Drawn>(value: T, drawing: (value: Clean<T>, stream: Stream) => Drawn): Promise<Awaited<Drawn>> {
    return await drawing(await this.#clean(value), this.#stream);
  }
}

const untilTaken = (stream: Stream): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['drain', 'close', 'error']) stream.once(event, () => resolve());
  });
