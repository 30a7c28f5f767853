import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessOutcome, ProcessRequest } from '../../ports/process.ts';
import { processIsAlive } from './identity.ts';
import { readEntry } from './process-table.ts';
import { createRunProcess } from './run-process.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fixpoint-process-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const environment = {
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  MY_TOKEN: 'hidden',
  SSH_AUTH_SOCK: '/x',
  GIT_DIR: '/y',
  LC_ALL: 'C.UTF-8',
};
const runProcess = createRunProcess({ graceMs: 300, environment });
const run = (command: ProcessRequest['command'], more: Partial<ProcessRequest> = {}): Promise<ProcessOutcome> =>
  runProcess({ command, cwd, ownsFolder: true, timeoutMs: 60_000, marker: 'test-run', ...more });
const node = (code: string): string[] => [process.execPath, '-e', code];
/** Ids that a command wrote, one per line. */
const pids = (): number[] => readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number);
const expectAllGone = (count: number): void => {
  expect(pids()).toHaveLength(count);
  expect(pids().map((pid) => readEntry(pid))).toEqual(pids().map(() => null));
};

describe('a program that ends by itself', () => {
  it('5.1 gives exit code and both streams of a shell line', async () => {
    const outcome = await run('echo out; echo err >&2; exit 3');
    expect(outcome).toMatchObject({
      status: 'exited',
      exitCode: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      stdoutBytes: 4,
      stderrBytes: 4,
    });
  });

  it('passes an argument list on without a shell', async () => {
    const outcome = await run([
      process.execPath,
      '-p',
      'process.argv.slice(1).join("|")',
      '--',
      '$HOME; echo no',
      "it's",
    ]);
    expect(outcome.stdout).toBe("$HOME; echo no|it's\n");
  });

  it('says which signal ended it', async () => {
    expect(await run('kill -SEGV $$')).toMatchObject({ status: 'signalled', exitCode: null, signal: 'SIGSEGV' });
  });

  it('reports pid and start time before the end', async () => {
    let alive = false;
    await run(['sleep', '0.05'], { onStart: ({ pid, startTime }) => (alive = processIsAlive(pid, startTime)) });
    expect(alive).toBe(true);
  });
});

describe('environment', () => {
  it('4.11 passes on what is allow-listed and asked for, nothing else', async () => {
    const { stdout } = await run('env', { env: { ASKED: 'yes' } });
    const names = stdout.split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'LC_ALL', 'ASKED']));
    expect(names).not.toContain('MY_TOKEN');
    expect(names).not.toContain('SSH_AUTH_SOCK');
    expect(names).not.toContain('GIT_DIR');
  });

  it('8.1 keeps git from finding a repository above the working folder', async () => {
    const folder = join(cwd, 'inner');
    const { stdout } = await run('git init -q . && mkdir inner && cd inner && git rev-parse --git-dir 2>&1; true', {});
    expect(stdout).toContain('.git');
    expect((await run('git rev-parse --git-dir', { cwd: folder })).exitCode).not.toBe(0);
  });
});

describe('standard input', () => {
  it('15 holds exactly the prompt, and ends', async () => {
    const prompt = '-starts with a dash\n"ünïcode" 🙂\n';
    expect((await run(['cat'], { stdin: prompt })).stdout).toBe(prompt);
  });

  it('can be opened by its name', async () => {
    expect((await run('cat /dev/stdin', { stdin: 'again' })).stdout).toBe('again');
  });

  it('takes 100 MB', async () => {
    const { stdout } = await run('wc -c', { stdin: 'x'.repeat(100_000_000) });
    expect(Number(stdout)).toBe(100_000_000);
  });

  it('may be left unread', async () => {
    expect(await run('exit 0', { stdin: 'x'.repeat(1_000_000) })).toMatchObject({ status: 'exited', exitCode: 0 });
  });

  it('is empty when none is given', async () => {
    expect((await run('cat; echo end')).stdout).toBe('end\n');
  });
});

describe('output', () => {
  it('5.1 keeps head and tail of 300 MB in flat memory', async () => {
    global.gc?.();
    const before = process.memoryUsage().rss;
    const outcome = await run(`printf HEAD; head -c 300000000 /dev/zero | tr '\\0' x; printf TAIL`, {
      keepBytes: 1_000,
    });
    expect(outcome.stdoutBytes).toBe(300_000_008);
    expect(outcome.stdout).toMatch(/^HEADx{496}\n… 299,999,008 bytes left out …\nx{496}TAIL$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('decodes characters that are split across chunks', async () => {
    const pieces: string[] = [];
    const code = `const b = Buffer.from('a🙂é'); let i = 0; const t = setInterval(() => { process.stdout.write(b.subarray(i, ++i)); if (i === b.length) clearInterval(t) }, 15)`;
    const outcome = await run(node(code), { onStdout: (text) => pieces.push(text) });
    expect(outcome.stdout).toBe('a🙂é');
    expect(pieces.join('')).toBe('a🙂é');
    expect(pieces.join('')).not.toContain('\uFFFD');
  });

  it('shows invalid UTF-8 as replacement characters', async () => {
    const pieces: string[] = [];
    const outcome = await run(`printf 'a\\377b\\303'`, { onStdout: (text) => pieces.push(text) });
    expect(outcome.stdout).toBe('a\uFFFDb\uFFFD');
    expect(pieces.join('')).toBe('a\uFFFDb\uFFFD');
  });

  it('is complete when a program prints a lot and ends at once', async () => {
    const { stdout } = await run(`head -c 200000 /dev/zero | tr '\\0' y`);
    expect(stdout).toHaveLength(200_000);
  });
});

describe('limits', () => {
  it('4.9 ends a program at its time limit and keeps what it said', async () => {
    const outcome = await run('echo begun; sleep 60', { timeoutMs: 200 });
    expect(outcome).toMatchObject({ status: 'timeout', signal: 'SIGTERM', stdout: 'begun\n' });
  });

  it('4.9 ends a program that is silent for too long', async () => {
    expect((await run('echo begun; sleep 60', { idleMs: 200 })).status).toBe('idle');
  });

  it('4.9 lets a program go on that keeps talking', async () => {
    const outcome = await run('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done', {
      idleMs: 5_000,
      timeoutMs: 50_000,
    });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0 });
  });

  it('4.10 ends a program when it is cancelled', async () => {
    const controller = new AbortController();
    const outcome = await run('sleep 60', { signal: controller.signal, onStart: () => controller.abort() });
    expect(outcome.status).toBe('cancelled');
  });

  it('4.10 does not start a program that was cancelled before', async () => {
    const outcome = await run('touch started', { signal: AbortSignal.abort() });
    expect(outcome.status).toBe('cancelled');
    expect((await run('ls')).stdout).toBe('');
  });

  it('4.10 kills a program that ignores SIGTERM, with its children', async () => {
    const outcome = await run(
      `trap '' TERM; (trap '' TERM; sh -c 'echo $PPID' >> pids; sleep 60) & echo $$ >> pids; sleep 60; sleep 60`,
      {
        timeoutMs: 300,
      },
    );
    expect(outcome).toMatchObject({ status: 'timeout', signal: 'SIGKILL' });
    expectAllGone(2);
  });

  it('4.10 lets a program end itself in order', async () => {
    const outcome = await run(`trap 'echo cleaned; exit 7' TERM; echo ready; while :; do sleep 0.05; done`, {
      timeoutMs: 300,
    });
    expect(outcome).toMatchObject({ status: 'timeout', exitCode: 7, stdout: 'ready\ncleaned\n' });
  });
});

describe('descendants', () => {
  it('4.10 ends a background child after a normal exit, without waiting for its pipe', async () => {
    const outcome = await run('sleep 60 & echo $! > pids; echo done');
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'done\n' });
    expectAllGone(1);
  });

  it('4.10 ends a detached grandchild that ignores SIGTERM', async () => {
    writeFileSync(join(cwd, 'stubborn.sh'), `trap '' TERM; echo $$ >> pids; while :; do sleep 0.1; done`);
    const outcome = await run('(setsid sh stubborn.sh &) ; while [ ! -s pids ]; do sleep 0.02; done');
    expect(outcome.status).toBe('exited');
    expectAllGone(1);
  });

  it('4.10 ends a grandchild that left its session, its parent and its environment', async () => {
    writeFileSync(join(cwd, 'hidden.sh'), `echo $$ >> pids; sleep 60`);
    await run('(env -i setsid /bin/sh hidden.sh &) ; while [ ! -s pids ]; do sleep 0.02; done');
    expectAllGone(1);
  });

  it('4.10 ends a child in a session of its own when the program is cancelled', async () => {
    const controller = new AbortController();
    const code = `const c = require('child_process').spawn('sh', ['-c', 'cd /; exec sleep 60'], { detached: true, env: {}, stdio: 'ignore' });
      require('fs').writeFileSync('pids', c.pid + '\\n' + process.pid); console.log('ready'); setInterval(() => {}, 1000)`;
    const outcome = await run(node(code), { signal: controller.signal, onStdout: () => controller.abort() });
    expect(outcome.status).toBe('cancelled');
    expectAllGone(2);
  });

  it('4.10 ends programs that run when Fixpoint itself ends', async () => {
    const module = JSON.stringify(new URL('run-process.ts', import.meta.url).href);
    const request = `{ command: 'echo $$ > pids; sleep 60', cwd: ${JSON.stringify(cwd)}, timeoutMs: 60000, marker: 'inner' }`;
    const source = `import { runProcess } from ${module}; import { existsSync, readFileSync } from 'node:fs'; void runProcess(${request});
      setInterval(() => { if (existsSync('pids') && readFileSync('pids', 'utf8') !== '') process.exit(5) }, 20)`;
    expect(await run([process.execPath, '--input-type=module', '-e', source])).toMatchObject({ exitCode: 5 });
    await expect.poll(() => pids().map((pid) => readEntry(pid))).toEqual([null]);
  });

  it('4.10 leaves other programs of the same run alone', async () => {
    const slow = run('echo $$ > other; sleep 0.6; echo still here');
    for (let i = 0; i < 3; i += 1) await run('setsid sleep 60 & echo ok');
    expect(await slow).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'still here\n' });
  });

  it.runIf(process.platform === 'linux')(
    '4.10 leaves programs of whoever took over the run alone, also while they show no environment',
    async () => {
      const ours = run('touch begun; while [ ! -s pids ]; do sleep 0.02; done');
      await expect.poll(() => existsSync(join(cwd, 'begun')), { timeout: 60_000 }).toBe(true);
      const env = { ...environment, FIXPOINT_PROCESS: 'test-run/1.1' };
      const line = 'env -i /bin/sleep 60 & echo $! > pids; wait';
      const theirs = spawn('/bin/sh', ['-c', line], { cwd, env, detached: true, stdio: 'ignore' });
      try {
        await ours;
        expect(pids().map((pid) => readEntry(pid))).toEqual([expect.objectContaining({ session: theirs.pid })]);
      } finally {
        if (theirs.pid !== undefined) process.kill(-theirs.pid, 'SIGKILL');
      }
    },
  );
});

describe('a program that cannot be started', () => {
  it.each([
    ['is missing', ['no-such-program'], {}, /cannot start no-such-program: no such program/],
    ['is not executable', ['./plain'], {}, /cannot start \.\/plain: not allowed to run it/],
    ['has too long arguments', ['true', 'x'.repeat(3_000_000)], {}, /cannot start true: .*too long/],
    ['has no working folder', ['true'], { cwd: '/no/such/folder' }, /working folder \/no\/such\/folder does not exist/],
    ['has a NUL in an argument', ['true', 'a\0b'], {}, /cannot start true/],
    ['has no name', [''], {}, /cannot start/],
    ['is an empty list', [], {}, /cannot start/],
  ])('4.9 is reported when it %s', async (_, command, more, message) => {
    writeFileSync(join(cwd, 'plain'), 'text');
    const outcome = await run(command, { stdin: 'prompt', ...more });
    expect(outcome).toMatchObject({ status: 'not-started', exitCode: null, stdout: '' });
    expect(outcome.error).toMatch(message);
  });
});
