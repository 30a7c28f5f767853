/** Reads objects through one lasting `cat-file --batch`: starting a process for each costs more than reading it. */
import type { ChildProcess } from 'node:child_process';
import { holdSession } from './hold-session.ts';
import { gitSession } from './start-git.ts';
import { type GitCall, GitFailure } from './git-call.ts';

const batchArguments = ['cat-file', '--batch', '-z'] as const;
const newline = 10;

export type ObjectKind = 'blob' | 'tree' | 'commit';
type Found = { kind: string; bytes: Buffer };
type Waiting = { resolve: (found: Found | null) => void; reject: (error: Error) => void };
type Answer = { found: Found | null; rest: Buffer };

/**
 * One answer off the front of the output: `<id> <type> <size>`, a newline, the content, a newline. Null while
 * incomplete.
 */
const takeAnswer = (output: Buffer): Answer | null => {
  const line = output.indexOf(newline);
  if (line < 0) return null;
  const header = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('latin1', 0, line));
  // Anything else says that there is no such object, or that the name means several.
  if (!header) return { found: null, rest: output.subarray(line + 1) };
  const end = line + 1 + Number(header[2]);
  if (output.length < end + 1) return null;
  return { found: { kind: header[1] ?? '', bytes: output.subarray(line + 1, end) }, rest: output.subarray(end + 1) };
};

/** `read` gives null where there is no such object, or one of another kind. */
export type ObjectReader = { read: (name: string, kind?: ObjectKind) => Promise<Buffer | null>; end: () => void };

/** One git that answers, and those who wait for it, in the order in which they asked. */
class Session {
  isOver = false;
  readonly #child: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #output: Buffer = Buffer.alloc(0);

  constructor(call: GitCall) {
    this.#child = gitSession(batchArguments, call);
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('error', (error) => this.#fail(error));
    this.#child.once('close', (code) =>
      this.#fail(new GitFailure(batchArguments, code, 'it ended before it answered')),
    );
  }

  ask(name: string): Promise<Found | null> {
    holdSession(this.#child, true);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin?.write(Buffer.from(`${name}\0`));
    });
  }

  end(): void {
    this.#child.stdin?.end();
  }

  #receive(chunk: Buffer): void {
    this.#output = this.#output.length === 0 ? chunk : Buffer.concat([this.#output, chunk]);
    let answer = takeAnswer(this.#output);
    while (answer !== null && this.#waiting.length > 0) {
      this.#output = answer.rest;
      this.#waiting.shift()?.resolve(answer.found);
      answer = takeAnswer(this.#output);
    }
    if (this.#waiting.length === 0) holdSession(this.#child, false);
  }

  #fail(error: Error): void {
    this.isOver = true;
    for (const one of this.#waiting.splice(0)) one.reject(error);
  }
}

/** Names must not hold a newline or NUL in a way that git would print back: ids and `tree:path` are fine. */
export const objectReader = (call: GitCall): ObjectReader => {
  let session: Session | null = null;
  return {
    read: async (name, kind = 'blob') => {
      if (session === null || session.isOver) session = new Session(call);
      const found = await session.ask(name);
      return found?.kind === kind ? found.bytes : null;
    },
    end: () => {
      session?.end();
      session = null;
    },
  };
};
