/** How sandboxed programs start and end: as without a sandbox, and with nothing left. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { runtimeSandbox } from '../../src/adapters/sandbox/runtime-sandbox.ts';
import { finding, inputOf } from '../support/answer-client.ts';
import { openCage, sandboxHere, type Caged } from '../support/caged.ts';
import { processesOf } from '../support/processes.ts';

const root = join(import.meta.dirname, '../..');

const isUsable = await sandboxHere();

let cage: Caged;
beforeEach(() => {
  cage = openCage();
});
afterEach(() => cage.dispose());

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await delay(20);
};

/** Runs for long, in sessions and groups of its own, deaf to signals; says when all of it is there. */
const stubborn = `trap '' TERM INT HUP; setsid sh -c 'trap "" TERM; sleep 300' & nohup sleep 300 >/dev/null 2>&1 & sleep 300 & echo up >'up'; wait`;

describe.runIf(isUsable)('4.10 programs in a sandbox', () => {
  it('have their arguments, input, output, folder, environment and exit code', async () => {
    const script = 'printf "%s\\n" "$@" "$PWD" "$GIVEN"; cat; echo wrong >&2; exit 7';
    const outcome = await cage.run(
      ['sh', '-c', script, 'sh', 'a b', "it's", '--', ''],
      { hosts: ['127.0.0.1:12345'] },
      { stdin: 'input\n', env: { GIVEN: 'value' } },
    );
    expect(outcome).toMatchObject({
      exitCode: 7,
      stdout: `a b\nit's\n--\n\n${cage.workspace}\nvalue\ninput\n`,
      stderr: 'wrong\n',
    });
  });

  it('find no children that they have not started', async () => {
    const outcome = await cage.run('wait; echo "n=$n at=$at"; set', { hosts: ['127.0.0.1:12345', 'example.org'] });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0, stdout: expect.stringContaining('n= at=\n') });
  });

  it('are not started by a program that is not there', async () => {
    const outcome = await cage.run(['no-such-agent']);
    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.stderr).toContain('no-such-agent');
  });

  it.each(['timeout', 'cancelled'] as const)('leave nothing when they end by %s', async (status) => {
    const controller = new AbortController();
    // Long enough to start on a busy machine.
    const limit = status === 'timeout' ? { timeoutMs: 8_000 } : { signal: controller.signal };
    const ended = cage.run(stubborn, { hosts: ['127.0.0.1:12345'] }, limit);
    await Promise.race([ended, until(() => existsSync(join(cage.workspace, 'up')))]);
    expect(processesOf(cage.home).length).toBeGreaterThan(4);
    controller.abort();
    expect((await ended).status).toBe(status);
    expect(processesOf(cage.home)).toEqual([]);
  });

  it('leave nothing when their first process is killed', async () => {
    let pid = 0;
    const ended = cage.run(stubborn, {}, { onStart: (process) => (pid = process.pid) });
    await until(() => existsSync(join(cage.workspace, 'up')));
    process.kill(pid, 'SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    expect(processesOf(cage.home)).toEqual([]);
  });

  it('11.1 leave nothing when Fixpoint itself is killed', async () => {
    const script = `
      import { runProcess } from '${root}/src/adapters/process/run-process.ts';
      import { runtimeSandbox } from '${root}/src/adapters/sandbox/runtime-sandbox.ts';
      const [workspace, scratch, command] = process.argv.slice(2);
      const request = { command, workspace, scratch, writable: [], readable: [], hosts: ['127.0.0.1:12345'], access: 'edit' };
      const wrapped = await runtimeSandbox({ env: process.env }).wrap(request);
      await runProcess({ command: wrapped.command, env: wrapped.env, cwd: workspace, timeoutMs: 300000, marker: 'killed' });
    `;
    const file = join(cage.folder, 'fixpoint.ts');
    writeFileSync(file, script);
    const env = { PATH: process.env['PATH'] ?? '', HOME: cage.home };
    const child = spawn(process.execPath, [file, cage.workspace, cage.scratch, stubborn], { env, stdio: 'ignore' });
    try {
      await until(() => existsSync(join(cage.workspace, 'up')));
      expect(processesOf(cage.home).length).toBeGreaterThan(5);
    } finally {
      child.kill('SIGKILL');
    }
    await until(() => processesOf(cage.home).length === 0);
  });

  it('4.4 can answer through our tools', async () => {
    writeFileSync(join(cage.scratch, 'input.json'), JSON.stringify(inputOf([finding(1)])));
    const message = (id: number, method: string, params: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    const report = { name: 'report_outcome', arguments: { id: 'F001', outcome: 'fixed', explanation: 'Done.' } };
    const stdin = `${message(1, 'initialize', hello)}\n${message(2, 'tools/call', report)}\n`;
    const outcome = await cage.run(
      [process.execPath, join(root, 'src/adapters/agents/answering/answer-server.ts'), cage.scratch],
      {},
      { stdin },
    );
    expect(outcome.stdout).toContain('Recorded: F001 fixed.');
    expect(readReported(cage.scratch).outcomes).toEqual([{ id: 'id-1', outcome: 'fixed', explanation: 'Done.' }]);
  });
});

describe('whether there can be a sandbox', () => {
  it('says what is missing and how to get it', async () => {
    const sandbox = runtimeSandbox({ env: { PATH: cage.workspace, HOME: cage.home } });
    expect(await sandbox.check()).toEqual({
      usable: false,
      reason: 'bubblewrap and socat are not installed',
      remedy: expect.stringContaining('apt-get install bubblewrap socat'),
    });
    const request = {
      command: 'true',
      workspace: cage.workspace,
      scratch: cage.scratch,
      writable: [],
      readable: [],
      hosts: [],
    };
    await expect(sandbox.wrap({ ...request, access: 'edit' })).rejects.toThrow('are not installed');
  });

  it.runIf(isUsable)('says when namespaces cannot be made', async () => {
    // Inside a sandbox they cannot.
    const file = join(cage.workspace, 'check.ts');
    writeFileSync(
      file,
      `import { runtimeSandbox } from '${root}/src/adapters/sandbox/runtime-sandbox.ts';\nconsole.log(JSON.stringify(await runtimeSandbox({ env: process.env }).check()));`,
    );
    const { stdout } = await cage.run([process.execPath, file]);
    expect(JSON.parse(stdout)).toEqual({
      usable: false,
      reason: expect.stringContaining('bubblewrap cannot make a sandbox here ('),
      remedy: expect.stringContaining('user namespaces'),
    });
  });

  it.runIf(process.getuid?.() === 0 && isUsable)('works for an ordinary user as for root', async () => {
    const script = `
      import { openCage } from '${root}/test/support/caged.ts';
      const cage = openCage();
      const outcome = await cage.run('id -u; cat a.txt; echo x >made; cat "$HOME/.netrc" /etc/shadow; echo x >/usr/made; ls made');
      cage.dispose();
      console.log(JSON.stringify(outcome));
    `;
    const args = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ];
    const child = spawn('setpriv', args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '' },
      cwd: '/',
    });
    const chunks: string[] = [];
    for await (const chunk of child.stdout.setEncoding('utf8')) chunks.push(String(chunk));
    expect(JSON.parse(chunks.join(''))).toMatchObject({ exitCode: 0, stdout: '65534\ntext\nmade\n' });
  });
});
