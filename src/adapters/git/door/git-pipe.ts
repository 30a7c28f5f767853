/** Two gits, of which one reads what the other prints. */
import type { ChildProcess } from 'node:child_process';
import { type GitCall, GitFailure } from './git-call.ts';
import { patience } from './patience.ts';
import { collect, endWith, start } from './start-git.ts';

type Part = { args: readonly string[]; call: GitCall };

/** Its exit code, and what it complained about. */
const endOf = (child: ChildProcess): Promise<{ code: number | null; errors: string }> => {
  const errors: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, errors: Buffer.concat(errors).toString() }));
  });
};

const connect = (source: ChildProcess, sink: ChildProcess, input: GitCall['input']): void => {
  source.stdin?.end(input);
  sink.stdin?.on('error', () => undefined);
  if (source.stdout && sink.stdin) source.stdout.pipe(sink.stdin);
};

/** Feeds one git's output to another. Rejects if either fails. */
export const gitPipe = async (from: Part, to: Part): Promise<Buffer> => {
  const limit = patience(from.args, from.call);
  const source = start(from.args, from.call);
  const sink = start(to.args, { ...to.call, input: '' });
  for (const child of [source, sink]) endWith(child, from.call, limit);
  connect(source, sink, from.call.input);
  const [sent, result] = await Promise.all([endOf(source), collect(sink)]).finally(limit.end);
  limit.check();
  if (sent.code !== 0) throw new GitFailure(from.args, sent.code, sent.errors);
  if (result.code !== 0) throw new GitFailure(to.args, result.code, result.stderr.toString());
  return result.stdout;
};
