/** Two gits, of which one reads what the other prints. */
import type { ChildProcess } from 'node:child_process';
import { type GitCall, GitFailure } from './git-call.ts';
import { type Patience, patience } from './patience.ts';
import { collect, type Ended, endWith, start } from './start-git.ts';

type Part = { args: readonly string[]; call: GitCall };
type BothEnded = { source: Ended; sink: Ended };

const connect = (source: ChildProcess, sink: ChildProcess, input: GitCall['input']): void => {
  // Either may end without reading everything; its exit code tells what that means.
  for (const { stdin } of [source, sink]) stdin?.on('error', () => undefined);
  source.stdin?.end(input);
  if (source.stdout && sink.stdin) source.stdout.pipe(sink.stdin);
  // What nobody reads any more is thrown away: a program counts as ended only once its output was read to the end.
  sink.stdin?.once('close', () => source.stdout?.resume());
};

const runOnce = async (from: Part, to: Part, limit: Patience): Promise<BothEnded> => {
  const children = [start(from.args, from.call), start(to.args, { ...to.call, input: '' })] as const;
  for (const child of children) endWith(child, from.call, limit);
  connect(...children, from.call.input);
  const [source, sink] = await Promise.all([endOf(children[0]), collect(children[1])]);
  return { source, sink };
};

/** Like `collect`, for one whose output another reads. */
const endOf = (child: ChildProcess): Promise<Ended> => {
  const errors: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.alloc(0), stderr: Buffer.concat(errors) }),
    );
  });
};

const wasInterrupted = ({ source, sink }: BothEnded): boolean => source.signal === 'SIGINT' || sink.signal === 'SIGINT';

/** Feeds one git's output to another. Rejects if either fails. */
export const gitPipe = async (from: Part, to: Part): Promise<Buffer> => {
  const limit = patience(from.args, from.call);
  try {
    const ended = await runOnce(from, to, limit);
    // A Ctrl-C can still hit one of them between its start and its own session, as in `git`: they are asked again.
    const { source, sink } = wasInterrupted(ended) ? await runOnce(from, to, limit) : ended;
    limit.check();
    if (source.code !== 0) throw new GitFailure(from.args, source.code, source.stderr.toString());
    if (sink.code !== 0) throw new GitFailure(to.args, sink.code, sink.stderr.toString());
    return sink.stdout;
  } finally {
    limit.end();
  }
};
