/** Starts one program in a process group of its own. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../plain/errno.ts';
import type { ProcessRequest } from '../../ports/process.ts';
import { markVariable } from './descendants.ts';
import type { Environment } from './environment.ts';
import { coverInherited } from './inherited.ts';

/** Throws what the operating system says at once; later failures come as the child's `error` event. */
export const startProgram = (request: ProcessRequest, base: Environment, mark: string): ChildProcess => {
  const [program, ...args] = argumentList(request.command);
  const input = request.stdin === undefined ? undefined : inputFile(request.stdin);
  try {
    const stdio: StdioOptions = [
      input ?? (request.converse === undefined ? 'ignore' : 'pipe'),
      'pipe',
      'pipe',
      ...coverInherited(),
    ];
    return spawn(program, args, { cwd: request.cwd, env: environment(request, base, mark), detached: true, stdio });
  } finally {
    if (input !== undefined) closeSync(input);
  }
};

const argumentList = (command: ProcessRequest['command']): [string, ...string[]] => {
  if (typeof command === 'string') return ['/bin/sh', '-c', command];
  const [program = '', ...args] = command;
  return [program, ...args];
};

const environment = (request: ProcessRequest, base: Environment, mark: string): Record<string, string> => ({
  ...base,
  PWD: request.cwd,
  // Inside a folder without a repository git would go up, and end in the user's.
  GIT_CEILING_DIRECTORIES: dirname(request.cwd),
  FIXPOINT_RUN: request.marker,
  ...request.env,
  [markVariable]: mark,
});

/**
 * Standard input is a file without a name rather than a pipe: a program may end without reading it, may be slow, may
 * open /dev/stdin, and none of that needs handling. Writing by position leaves the offset at the beginning.
 */
const inputFile = (text: string): number => {
  const bytes = Buffer.from(text, 'utf8');
  try {
    return inMemory(bytes) ?? namelessFile(tmpdir(), bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`its input cannot be written to ${tmpdir()} (${reason}); make room there or set TMPDIR`, {
      cause: error,
    });
  }
};

const namelessFile = (folder: string, bytes: Buffer): number => {
  const file = join(folder, `fixpoint-${randomUUID()}`);
  const fd = openSync(file, 'wx+', 0o600);
  unlinkSync(file);
  writeWhole(fd, bytes);
  return fd;
};

/** Where Linux keeps files that need no disk. Null where that is not to be had, or the user has named a place. */
const inMemory = (bytes: Buffer): number | null => {
  if (tmpdir() !== '/tmp') return null;
  try {
    return namelessFile('/dev/shm', bytes);
  } catch {
    return null;
  }
};

const writeWhole = (fd: number, bytes: Buffer): void => {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such program',
  EACCES: 'not allowed to run it; is it executable?',
  ENOEXEC: 'not a program; a script needs a first line such as #!/bin/sh',
  E2BIG: 'its arguments and environment are too long; pass long text on standard input',
};

/** Why a program could not be started, for a person. */
export const describeStartError = (error: unknown, request: ProcessRequest): string => {
  const [program] = typeof request.command === 'string' ? [request.command] : argumentList(request.command);
  if (!isFolder(request.cwd)) return `cannot start ${program}: its working folder ${request.cwd} does not exist`;
  const code = errnoOf(error) ?? '';
  const detail = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return `cannot start ${program}: ${detail}${code === '' || detail.includes(code) ? '' : ` (${code})`}`;
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
