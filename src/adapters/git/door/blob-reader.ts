/** Reads blobs through one lasting `cat-file --batch`, since starting a process for each costs more than reading it. */
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { type GitCall, GitFailure, gitSession } from './git.ts';

const batchArguments = ['cat-file', '--batch', '-z'] as const;
const newline = 10;

type Waiting = { resolve: (bytes: Buffer | null) => void; reject: (error: Error) => void };
type Answer = { bytes: Buffer | null; rest: Buffer };

/**
 * One answer off the front of the output: `<id> <type> <size>`, a newline, the content, a newline. Null while
 * incomplete.
 */
const takeAnswer = (output: Buffer): Answer | null => {
  const line = output.indexOf(newline);
  if (line < 0) return null;
  const header = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('latin1', 0, line));
  // Anything else says that there is no such object, or that the name means several.
  if (!header) return { bytes: null, rest: output.subarray(line + 1) };
  const end = line + 1 + Number(header[2]);
  if (output.length < end + 1) return null;
  return { bytes: header[1] === 'blob' ? output.subarray(line + 1, end) : null, rest: output.subarray(end + 1) };
};

/** A process that waits for questions must not keep ours from ending. */
const hold = (child: ChildProcess, isHeld: boolean): void => {
  const method = isHeld ? 'ref' : 'unref';
  child[method]();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream[method]();
};

export type BlobReader = { read: (name: string) => Promise<Buffer | null>; end: () => void };

/** Names must not hold a newline or NUL in a way that git would print back: ids and `tree:path` are fine. */
export const blobReader = (call: GitCall): BlobReader => {
  let session: { child: ChildProcess; waiting: Waiting[] } | null = null;

  const open = (): { child: ChildProcess; waiting: Waiting[] } => {
    const child = gitSession(batchArguments, call);
    const opened = { child, waiting: [] as Waiting[] };
    let chunks: Buffer = Buffer.alloc(0);
    const fail = (error: Error): void => {
      if (session === opened) session = null;
      for (const one of opened.waiting.splice(0)) one.reject(error);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks = chunks.length === 0 ? chunk : Buffer.concat([chunks, chunk]);
      for (let answer = takeAnswer(chunks); answer !== null && opened.waiting.length > 0; answer = takeAnswer(chunks)) {
        chunks = answer.rest;
        opened.waiting.shift()?.resolve(answer.bytes);
      }
      if (opened.waiting.length === 0) hold(child, false);
    });
    child.stdin?.on('error', () => undefined);
    child.once('error', fail);
    child.once('close', (code) => fail(new GitFailure(batchArguments, code, 'it ended before it answered')));
    return opened;
  };

  return {
    read: async (name) => {
      session ??= open();
      const { child, waiting } = session;
      hold(child, true);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin?.write(Buffer.from(`${name}\0`));
      });
    },
    end: () => {
      session?.child.stdin?.end();
      session = null;
    },
  };
};
