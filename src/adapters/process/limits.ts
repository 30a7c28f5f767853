/** Ends a program when it takes too long, is silent for too long, or nobody wants it any more. */
import type { ProcessRequest } from '../../ports/process.ts';
import { findLeftovers, type Root } from './descendants.ts';
import { send } from './end.ts';
import type { OutputReader } from './output-reader.ts';
import { type ProcessEntry, readEntry } from './process-table.ts';

/** Why it was ended. */
type Cause = 'timeout' | 'idle' | 'cancelled';

/** A longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export class Limits {
  cause: Cause | undefined;
  /** Its descendants, as far as they were looked up. */
  known: ProcessEntry[] = [];
  readonly #request: ProcessRequest;
  readonly #root: Root;
  readonly #graceMs: number;
  readonly #reader: OutputReader;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #cancel = (): void => this.#end('cancelled');

  constructor(request: ProcessRequest, root: Root, graceMs: number, reader: OutputReader) {
    this.#request = request;
    this.#root = root;
    this.#graceMs = graceMs;
    this.#reader = reader;
    this.#endAfter(request.timeoutMs, 'timeout');
    const idle = request.idleMs === undefined ? undefined : this.#endAfter(request.idleMs, 'idle');
    reader.onData = () => idle?.refresh();
    request.signal?.addEventListener('abort', this.#cancel, { once: true });
    if (request.signal?.aborted === true) this.#cancel();
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#reader.onData = undefined;
    this.#request.signal?.removeEventListener('abort', this.#cancel);
  }

  #endAfter(ms: number, cause: Cause): NodeJS.Timeout {
    const timer = setTimeout(() => this.#end(cause), Math.min(ms, longestTimerMs));
    this.#timers.push(timer);
    return timer;
  }

  #end(cause: Cause): void {
    if (this.cause !== undefined) return;
    this.cause = cause;
    this.#signalAll('SIGTERM');
    this.#timers.push(setTimeout(() => this.#signalAll('SIGKILL'), this.#graceMs));
  }

  #signalAll(signal: NodeJS.Signals): void {
    // Looked up before the first signal: when a parent is gone, nothing says whose child it was.
    this.known = [...this.known, ...findLeftovers(this.#root, this.known)];
    send(-this.#root.pid, signal);
    for (const entry of this.known) if (readEntry(entry.pid)?.started === entry.started) send(entry.pid, signal);
  }
}
