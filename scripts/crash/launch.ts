/** Starts the built Fixpoint, and kills it where it is told to. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from './base.ts';
import { killProcessesIn } from './processes.ts';

/**
 * Right before or after the commit of that name, or so many milliseconds after the start; `all`: with everything it has
 * started.
 */
export type Kill = { kind: 'before' | 'after'; at: string } | { kind: 'moment' | 'all'; at: number };

export const showKill = ({ kind, at }: Kill): string => `${kind} ${at}`;

export const parseKill = (text: string): Kill => {
  const gap = text.indexOf(' ');
  const [kind, at] = [text.slice(0, gap), text.slice(gap + 1)];
  if (kind === 'moment' || kind === 'all') return { kind, at: Number(at) };
  if (kind === 'before' || kind === 'after') return { kind, at };
  throw new Error(`not a kill: ${text}`);
};

export type Ended = { killed: boolean; code: number | null; output: string };

const preload = join(import.meta.dirname, 'kill-at-commit.mjs');

const logFile = (folder: string): string => join(folder, 'commits.log');

/** The names of all commits so far, in their order. */
export const commitsIn = (folder: string): string[] =>
  existsSync(logFile(folder)) ? readFileSync(logFile(folder), 'utf8').split('\n').filter(Boolean) : [];

const environment = (folder: string, kill: Kill | null): Record<string, string> => ({
  ...environmentOf(folder),
  NODE_OPTIONS: `--import=${preload}`,
  CRASH_LOG: logFile(folder),
  ...(typeof kill?.at === 'string' && { CRASH_AT: showKill(kill) }),
});

export const launch = (program: string, folder: string, args: readonly string[], kill: Kill | null): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: join(folder, 'repo'),
      env: environment(folder, kill),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = typeof kill?.at === 'number' ? setTimeout(() => child.kill('SIGKILL'), kill.at) : undefined;
    child.once('error', reject);
    // Not `close`: what Fixpoint started may live on and hold the pipes.
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' && kill?.kind === 'all') killProcessesIn(folder);
      setImmediate(() => resolve({ killed: signal === 'SIGKILL', code, output }));
    });
  });

export const startArguments = (folder: string): string[] => {
  const at = (name: string): string => join(folder, name);
  return [
    'fix',
    '--from',
    at('eslint.json'),
    at('findings.json'),
    '--config',
    at('fixpoint.json'),
    '--set',
    'findings.dedup=off',
    '--quiet',
  ];
};
