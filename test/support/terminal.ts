/** Runs the command line in a real pseudo-terminal, and types into it. */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, vi } from 'vitest';
import { fixpointProgram } from './fixpoint.ts';
import type { Sandbox } from './sandbox.ts';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** `script` gives a program a terminal; its options are not the same everywhere. */
const inTerminal = (line: string): string[] =>
  process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qfec', line, '/dev/null'];

export type Terminal = {
  /** What the screen has shown so far, without control characters. */
  shown: () => string;
  waitFor: (text: string) => Promise<void>;
  type: (keys: string) => void;
  ended: Promise<number | null>;
};

export const enter = '\r';
export const controlC = '\u0003';

export const openTerminal = (args: readonly string[], sandbox: Sandbox): Terminal => {
  // Without a size of its own, everything would be one column wide.
  const line = `stty cols 120 rows 40; exec ${[fixpointProgram, ...args].map(quoted).join(' ')}`;
  const env = { ...sandbox.env, TERM: 'xterm' };
  const child = spawn('script', inTerminal(line), { cwd: sandbox.root, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const limit = setTimeout(() => child.kill('SIGKILL'), 90_000);
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve(code);
    }),
  );
  const shown = (): string => stripVTControlCharacters(text);
  return {
    shown,
    waitFor: (part) => vi.waitFor(() => expect(shown()).toContain(part), { timeout: 60_000, interval: 20 }),
    type: (keys) => void child.stdin.write(keys),
    ended,
  };
};
