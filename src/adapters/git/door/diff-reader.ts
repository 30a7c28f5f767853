/** Compares trees through one lasting `diff-tree --stdin`: starting a process for each costs more than comparing. */
import type { ChildProcess } from 'node:child_process';
import { race } from '../../../plain/race.ts';
import { treeArguments } from './diff-arguments.ts';
import type { GitCall } from './git-call.ts';
import { mark, MarkedStream } from './marked-stream.ts';
import { gitSession, kill } from './start-git.ts';
import { holdSession } from './hold-session.ts';
import { patience } from './patience.ts';

/** What `diff-tree` prints about two trees; null when it has to be asked in another way. */
export type DiffReader = {
  diff: (from: string, to: string, signal?: AbortSignal) => Promise<Buffer | null>;
  end: () => void;
};

/** One git that answers one question after the other. */
class Session {
  isOver = false;
  readonly #call: GitCall;
  readonly #child: ChildProcess;
  readonly #output: MarkedStream;
  readonly #ended = Promise.withResolvers<null>();

  constructor(call: GitCall) {
    this.#call = call;
    this.#child = gitSession([...treeArguments, '--stdin'], call);
    const { stdout, stdin, stderr } = this.#child;
    if (!stdout) throw new Error('a git without output');
    this.#output = new MarkedStream(stdout);
    stderr?.resume();
    stdin?.on('error', () => undefined);
    for (const event of ['error', 'close'] as const) this.#child.once(event, () => this.#fail());
    holdSession(this.#child, false);
  }

  /** A line that names no object is printed as it is, after all that was asked before it. */
  async ask(from: string, to: string, signal?: AbortSignal): Promise<Buffer | null> {
    const limit = patience(['diff-tree'], { ...(signal && { signal }) });
    const end = (): void => kill(this.#child, this.#call);
    limit.signal.addEventListener('abort', end, { once: true });
    if (limit.signal.aborted) end();
    holdSession(this.#child, true);
    try {
      this.#child.stdin?.write(`${from} ${to}\n${mark}\n`);
      const answer = await race<{ output: Buffer } | null>([this.#output.next(), this.#ended.promise]);
      limit.check();
      return answer && withoutHeader(answer.output, `${from} ${to}\n`);
    } finally {
      limit.signal.removeEventListener('abort', end);
      limit.end();
      holdSession(this.#child, false);
    }
  }

  end(): void {
    this.#child.stdin?.end();
  }

  #fail(): void {
    this.isOver = true;
    this.#ended.resolve(null);
  }
}

/** It repeats the question first; where it does not, it has refused to answer it. */
const withoutHeader = (output: Buffer, header: string): Buffer | null =>
  output.toString('latin1', 0, header.length) === header ? output.subarray(header.length) : null;

export const diffReader = (call: GitCall): DiffReader => {
  let session: Session | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const ask: DiffReader['diff'] = async (from, to, signal) => {
    if (session === null || session.isOver) session = new Session(call);
    return session.ask(from, to, signal);
  };
  return {
    diff: (from, to, signal) => {
      const answer = last.then(() => ask(from, to, signal));
      last = answer.catch(() => undefined);
      return answer;
    },
    end: () => {
      session?.end();
      session = null;
    },
  };
};
