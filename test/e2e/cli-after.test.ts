/** What people do after a run, and around one: look at it, bring it in, take it back, cancel it, go on. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showCommand } from '../../src/config/values.ts';
import { type Scenario, scriptedAgent } from '../fakes/scripted.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const program = join(import.meta.dirname, '../../bin/fixpoint');

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' });
});
afterEach(() => box.dispose());

const fixA: Scenario = { findings: { F001: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] } } };

const prepare = (scenario: Scenario) => {
  const agent = scriptedAgent(join(box.scratch, 'agent'), scenario);
  const from = box.findings([{ code: 'F001', file: 'a.txt', line: 1 }]);
  return { agent, args: ['fix', '--from', from, '--agent-command', showCommand(agent.command), '--verify', 'true'] };
};

/** Waits for something that another process does; the test's own time limit ends a wait that is in vain. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await delay(20);
};

describe('apply', () => {
  it('8.1 leaves the checkout alone until apply brings the result in, and takes it back with --undo', async () => {
    await box.run(prepare(fixA).args);
    expect(box.read('a.txt')).toBe('bad\n');
    const applied = await box.run(['apply']);
    expect(applied.code).toBe(0);
    expect(applied.stdout).toMatch(/Changed 1 file in your checkout:\n {2}a\.txt\n/);
    expect(box.read('a.txt')).toBe('good\n');
    const undo = /Take it back with: fixpoint (.+)\n/.exec(applied.stdout)?.[1]?.split(' ') ?? [];
    const undone = await box.run(undo);
    expect(undone.code).toBe(0);
    expect(box.read('a.txt')).toBe('bad\n');
  });

  it('8.1 --in-place brings the result in and prints the command that takes it back', async () => {
    const { stdout, code } = await box.run([...prepare(fixA).args, '--in-place']);
    expect(code).toBe(0);
    expect(box.read('a.txt')).toBe('good\n');
    const undo = /Take it back with: fixpoint (.+)\n/.exec(stdout)?.[1]?.split(' ') ?? [];
    expect((await box.run(undo)).code).toBe(0);
    expect(box.read('a.txt')).toBe('bad\n');
  });

  it('8.4 changes nothing when a file does not fit, and says which', async () => {
    await box.run(prepare(fixA).args);
    box.write('a.txt', 'changed by its owner\n');
    const { stdout, code } = await box.run(['apply']);
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing was changed in your checkout, because these files do not fit:\n  a.txt');
    expect(box.read('a.txt')).toBe('changed by its owner\n');
  });

  it('8.1 --merge brings the branch in as commits', async () => {
    await box.run(prepare(fixA).args);
    const { code } = await box.run(['apply', 'latest', '--merge', '--json']);
    expect(code).toBe(0);
    expect(box.read('a.txt')).toBe('good\n');
    expect(box.git('log', '--format=%s')).toContain('F001');
  });
});

it.each(['version', '-V'])('13.1 %s prints the version, as --version does', async (word) => {
  expect((await box.run([word])).stdout).toBe((await box.run(['--version'])).stdout);
});

describe('status and report', () => {
  it('13.1 lists runs and shows one by the start of its id', async () => {
    const { report } = await box.report(prepare(fixA).args);
    expect((await box.run(['status'])).stdout).toMatch(
      new RegExp(`^${report.run} +fix +clean .* 1 finding, 1 fixed, not re-checked, 0 blocked .*fixpoint/`),
    );
    const one: { run: string; status: string }[] = JSON.parse(
      (await box.run(['status', report.run.slice(0, 17), '--json'])).stdout,
    );
    expect(one).toMatchObject([{ run: report.run, status: 'clean', totals: { fixed: 1 } }]);
  });

  it('10.3 prints the report again in every format, and to a file', async () => {
    const { report } = await box.report(prepare(fixA).args);
    expect((await box.run(['report'])).stdout).toContain(`Run ${report.run}: clean`);
    expect((await box.run(['report', '--format', 'markdown'])).stdout).toContain(`# Fixpoint run ${report.run}`);
    expect(JSON.parse((await box.run(['report', '--format', 'json'])).stdout)).toEqual(report);
    await box.run(['report', 'latest', '--format', 'markdown', '--output', 'out.md']);
    expect(box.read('out.md')).toContain('### F001');
  });

  it('13.2 says what to do when there is no run', async () => {
    const { stderr, code } = await box.run(['report']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^fixpoint: There are no runs here yet\. Start one with/);
    expect((await box.run(['status'])).stdout).toContain('No runs yet');
  });
});

describe('cancelling', () => {
  const hanging: Scenario = { findings: { F001: { call: { hang: true } } } };

  it('4.10, 13.2 ends cleanly on the first signal, says what happens, and exits with 130', async () => {
    const { agent, args } = prepare(hanging);
    const run = box.run(args, {
      onStart: (pid) => void until(() => agent.calls().length > 0).then(() => process.kill(pid, 'SIGINT')),
    });
    const { code, stderr, stdout } = await run;
    expect(code).toBe(130);
    expect(stderr).toContain('Press Ctrl-C again to end right away');
    expect(stdout).toMatch(/Run \S+: cancelled/);
    expect(stdout).toMatch(/F001 .*→ blocked: /);
  });

  it('4.10 is asked for by another process with fixpoint cancel', async () => {
    const { agent, args } = prepare(hanging);
    const run = box.run(args);
    await until(() => agent.calls().length > 0);
    const asked = await box.run(['cancel']);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain('Asked run');
    expect((await run).code).toBe(130);
  });

  it('11.1 goes on after the process was killed', async () => {
    const { agent, args } = prepare({
      findings: { F001: [{ call: { hang: true } }, fixA.findings?.['F001'] ?? {}].flat() },
    });
    await box.run(args, {
      onStart: (pid) => void until(() => agent.calls().length > 0).then(() => process.kill(pid, 'SIGKILL')),
    });
    expect((await box.run(['status'])).stdout).toMatch(
      /interrupted .*\n\nResume an interrupted run: fixpoint resume /s,
    );
    const { code, stdout } = await box.run(['resume']);
    expect(stdout).toContain('Resuming run');
    expect(code).toBe(0);
  });
});

describe('the program', () => {
  it('13.2 shows examples in the help of every command', async () => {
    const help = await box.run(['--help']);
    const commands = [...help.stdout.matchAll(/^ {2}(run|fix|resume|cancel|status|report|apply) /gm)].map(
      ([, name = '']) => name,
    );
    expect(commands).toEqual(['run', 'fix', 'resume', 'cancel', 'status', 'report', 'apply']);
    for (const name of commands) expect((await box.run([name, '--help'])).stdout).toMatch(/Examples:\n {2}\$ /);
  });

  it('13.2 runs through a link from any folder', async () => {
    const link = join(box.outside, 'fp');
    symlinkSync(program, link);
    const child = spawn(link, ['--version'], { cwd: box.outside, env: box.env });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(0);
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(Buffer.concat(chunks).toString()).toBe(`${version}\n`);
  });

  it('13.2 keeps quiet when its reader goes away', async () => {
    await box.run(prepare(fixA).args);
    const child = spawn(
      'sh',
      ['-c', `"${program}" report --format markdown | true; "${program}" report --json | head -c 1`],
      {
        cwd: box.root,
        env: box.env,
      },
    );
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    await new Promise((resolve) => child.once('close', resolve));
    expect(Buffer.concat(errors).toString()).toBe('');
  });

  it('13.2 says on an old Node what is needed', async () => {
    box.write('../old.mjs', "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });");
    const { stderr, code } = await box.run(['status'], {
      env: { ...box.env, NODE_OPTIONS: `--import=${join(box.folder, 'old.mjs')}` },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^fixpoint needs Node 24 or newer; this is Node 20\.1\.0 /);
  });

  it('13.2 calls a bug a bug and says how to see more', async () => {
    const broken = 'process.stdout.write=()=>{throw(new(TypeError)("boom"))}';
    const env = { ...box.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(broken)}` };
    const { stderr, code } = await box.run(['status'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^fixpoint: something went wrong that should not \(TypeError: boom\).*FIXPOINT_DEBUG=1/);
    expect(stderr).not.toContain('    at ');
    expect((await box.run(['status'], { env: { ...env, FIXPOINT_DEBUG: '1' } })).stderr).toContain('    at ');
  });
});
