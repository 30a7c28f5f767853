/** Reads what a program prints: keeps its head and tail, and passes it on as text. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ProcessOutcome, ProcessRequest } from '../../ports/process.ts';
import { KeptOutput } from './kept-output.ts';

/** Something outside our reach may hold a pipe open and print for ever. */
const longestDrainMs = 2_000;

export class OutputReader {
  /** Called whenever something was printed. */
  onData: (() => void) | undefined;
  readonly #request: ProcessRequest;
  readonly #stdout: KeptOutput;
  readonly #stderr: KeptOutput;
  readonly #decoders: (() => void)[] = [];
  #streams: Readable[] = [];
  #onClose: (() => void) | undefined;
  #isClosed = true;

  constructor(request: ProcessRequest) {
    this.#request = request;
    this.#stdout = new KeptOutput(request.keepBytes);
    this.#stderr = new KeptOutput(request.keepBytes);
  }

  attach(child: ChildProcess): void {
    this.#isClosed = false;
    child.once('close', () => {
      this.#isClosed = true;
      this.#onClose?.();
    });
    this.#read(child.stdout, this.#stdout, this.#request.onStdout);
    this.#read(child.stderr, this.#stderr, this.#request.onStderr);
  }

  /** Waits for output that is still under way, but not for whoever keeps a pipe open. */
  async drain(quietMs: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      let look: NodeJS.Immediate | undefined;
      // When we were busy, a timer fires late and still before the pipes are looked at: only then is nothing there.
      const quiet = setTimeout(() => (look = setImmediate(resolve)), quietMs);
      const limit = setTimeout(() => setImmediate(resolve), longestDrainMs);
      this.onData = () => {
        clearImmediate(look);
        quiet.refresh();
      };
      this.#onClose = () => {
        clearTimeout(quiet);
        clearTimeout(limit);
        resolve();
      };
    });
    this.onData = undefined;
    for (const stream of this.#streams) stream.destroy();
  }

  finish(): Pick<ProcessOutcome, 'stdout' | 'stderr' | 'stdoutBytes' | 'stderrBytes'> {
    for (const flush of this.#decoders.splice(0)) flush();
    return {
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      stdoutBytes: this.#stdout.total,
      stderrBytes: this.#stderr.total,
    };
  }

  #read(stream: Readable | null, kept: KeptOutput, onText: ((text: string) => void) | undefined): void {
    if (stream === null) return;
    this.#streams.push(stream);
    // A pipe that breaks has simply ended.
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      this.onData?.();
      kept.add(chunk);
    });
    if (onText !== undefined) this.#passOn(stream, onText);
  }

  /** As text; a character may come in two pieces. */
  #passOn(stream: Readable, onText: (text: string) => void): void {
    const decoder = new StringDecoder('utf8');
    const pass = (text: string): void => {
      if (text !== '') onText(text);
    };
    stream.on('data', (chunk: Buffer) => pass(decoder.write(chunk)));
    this.#decoders.push(() => pass(decoder.end()));
  }
}
