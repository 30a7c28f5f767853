/** Runs the built command line in a terminal of its own: what it shows can be read, and keys can be pressed. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { until } from './fixing.ts';
import { fixpointProgram } from './fixpoint.ts';
import { processesOf } from './processes.ts';
import type { Sandbox } from './sandbox.ts';

export const enter = '\r';
export const controlC = '\u0003';

export type Terminal = {
  /** All that was shown so far, without colours and movements. */
  shown: () => string;
  /** Waits for a text that was not there when this was last called. */
  sees: (text: string) => Promise<void>;
  press: (keys: string) => void;
  /** Ends the program, not the terminal, as a crash would. */
  kill: () => void;
  /** Closes the terminal itself: whoever is in it hears of it as a hang-up. */
  close: () => void;
  ended: Promise<number | null>;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

let opened = 0;

export const openTerminal = (
  { root, env, scratch, home }: Sandbox,
  args: readonly string[],
  columns = 200,
): Terminal => {
  const file = join(scratch, `terminal-${(opened += 1)}.sh`);
  writeFileSync(file, `stty rows 50 columns ${columns}\nexec ${[fixpointProgram, ...args].map(quoted).join(' ')}\n`);
  const child = spawn('script', ['-qec', `exec sh ${quoted(file)}`, '/dev/null'], {
    cwd: root,
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let text = '';
  let read = 0;
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const shown = (): string => stripVTControlCharacters(text);
  let over = false;
  void ended.then(() => (over = true));
  return {
    shown,
    sees: async (wanted) => {
      await until(() => over || shown().includes(wanted, read));
      if (!shown().includes(wanted, read)) throw new Error(`the terminal does not show ${wanted}: ${shown()}`);
      read = shown().length;
    },
    press: (keys) => void child.stdin.write(keys),
    kill: () => {
      for (const { pid, command } of processesOf(home)) if (/cli\.js/.test(command)) process.kill(pid, 'SIGKILL');
    },
    close: () => void child.kill('SIGKILL'),
    ended,
  };
};
