/** Recording a run, and repeating it without its agent. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedAgent, type Scenario } from '../fakes/scripted.ts';
import { fixing, notBroken, start, until } from '../support/fixing.ts';
import { essence } from '../support/report-essence.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox({ 'src/a.txt': 'a\n', 'src/b.txt': 'b\n', 'src/c.txt': 'c\n', 'src/d.txt': 'd\n' });
});
afterEach(() => sandbox.dispose());

const findings = ['a', 'b', 'c', 'd'].map((name) => ({ code: name.toUpperCase(), file: `src/${name}.txt`, line: 1 }));

/**
 * One fixed at once with files of all kinds, one refused and then fixed, one blocked, one forgotten, one rate limit on
 * the way.
 */
const scenario: Scenario = {
  call: { usage: { inputTokens: 1000, outputTokens: 50, usd: 0.25 }, stdout: 'working on it', session: 's-1' },
  findings: {
    A: [
      { call: { exit: 75 } },
      {
        edits: [
          { file: 'src/a.txt', write: 'A\n' },
          { file: 'src/a.bin', bytes: 'AAEC/w==' },
          { file: 'run.sh', write: '#!/bin/sh\n' },
          { file: 'run.sh', chmod: 0o755 },
          { file: 'src/link', link: 'a.txt' },
        ],
      },
    ],
    B: [{ edits: [{ file: 'src/b.txt', write: 'BROKEN\n' }] }, { edits: [{ file: 'src/b.txt', write: 'B\n' }] }],
    C: { outcome: 'blocked', explanation: 'needs a decision about behaviour' },
    D: { missing: true },
  },
};

const record = async (more: { set?: readonly string[]; scenario?: Scenario } = {}) => {
  const { args, agent } = fixing(sandbox, {
    findings,
    scenario: more.scenario ?? scenario,
    ...(more.set && { set: more.set }),
  });
  const folder = join(sandbox.scratch, 'rec');
  const recorded = await sandbox.report([...args, '--record', folder], { limitMs: 40_000 });
  return { args, agent, folder, recorded };
};

/** The same command line, with the recording in the agent's place. */
const replayArgs = (args: readonly string[], folder: string): string[] =>
  args
    .filter((arg) => !arg.startsWith('agents.scripted='))
    .flatMap((arg, n, all) => {
      if (arg === '--set' && (all[n + 1] ?? '').startsWith('--')) return [];
      return arg === 'scripted' ? [`replay:${folder}`] : [arg];
    });

describe('4 acceptance 7: replay', () => {
  it.each([
    ['one call for each finding, side by side', []],
    ['one after the other', ['fix.concurrency=1']],
    ['one call for all', ['fix.mode=batch']],
  ])('of a recorded run gives the same report, apart from times and ids: %s', async (_, set) => {
    const { args, agent, folder, recorded } = await record({ set });
    const calls = agent.calls().length;
    expect(recorded.report.totals).toMatchObject({ total: 4, fixed: 2, blocked: 2 });
    expect(recorded.report.usd).toBeGreaterThan(0);
    rmSync(join(sandbox.scratch, 'agent'), { recursive: true });
    const { report, ended } = await sandbox.report(replayArgs(args, folder));
    expect(essence(report)).toBe(essence(recorded.report));
    expect(ended.code).toBe(recorded.ended.code);
    expect(report.run).not.toBe(recorded.report.run);
    expect(sandbox.git('rev-parse', `${report.branch ?? ''}^{tree}`)).toBe(
      sandbox.git('rev-parse', `${recorded.report.branch ?? ''}^{tree}`),
    );
    expect(readdirSync(join(folder, 'calls')).filter((name) => name.endsWith('.json'))).toHaveLength(calls);
  });

  it('works elsewhere: another state folder, another folder of the repository', async () => {
    const { args, folder, recorded } = await record();
    rmSync(join(sandbox.scratch, 'agent'), { recursive: true });
    const moved = join(sandbox.folder, 'elsewhere');
    renameSync(sandbox.root, moved);
    mkdirSync(join(sandbox.folder, 'state2'));
    const env = { ...sandbox.env, XDG_STATE_HOME: join(sandbox.folder, 'state2') };
    const { report } = await sandbox.report(replayArgs(args, folder), { cwd: moved, env });
    expect(essence({ ...report, root: recorded.report.root })).toBe(essence(recorded.report));
  });

  it('4.15 takes the way over the agent that stood in', async () => {
    const from = sandbox.findings(findings);
    const agent = (name: string, script: Scenario, more: object): string =>
      `agents.${name}=${JSON.stringify({ kind: 'command', command: scriptedAgent(join(sandbox.scratch, name), script).command, ...more })}`;
    const set = [agent('first', { call: { exit: 77 } }, { fallback: 'second' }), agent('second', { ...scenario }, {})];
    const common = ['fix', '--from', from, '--verify', notBroken];
    const folder = join(sandbox.scratch, 'rec');
    const recorded = await sandbox.report([
      ...common,
      ...set.flatMap((each) => ['--set', each]),
      '--agent',
      'first',
      '--record',
      folder,
    ]);
    expect(recorded.report.findings[0]?.attempts.map((attempt) => attempt.agent)).toContain('second');
    expect(JSON.parse(readFileSync(join(folder, 'recording.json'), 'utf8'))).toMatchObject({
      agent: 'first',
      agents: { first: { fallback: 'second' }, second: { kind: 'command' } },
    });
    const { report } = await sandbox.report([...common, '--agent', `replay:${folder}`]);
    expect(essence(report)).toBe(essence(recorded.report));
  });

  it('of a run that was killed and resumed gives the same report', async () => {
    const hanging: Scenario = {
      ...scenario,
      findings: {
        ...scenario.findings,
        C: [{ call: { hang: true } }, { outcome: 'blocked', explanation: 'a decision' }],
      },
    };
    const { args, agent } = fixing(sandbox, { findings, scenario: hanging, set: ['fix.concurrency=1'] });
    const folder = join(sandbox.scratch, 'rec');
    const under = start(sandbox, [...args, '--record', folder]);
    await until(() => agent.calls().some(({ codes }) => codes.includes('C')));
    process.kill(under.pid, 'SIGKILL');
    await under.ended;
    const recorded = await sandbox.report(['resume', 'latest']);
    expect(recorded.report.totals).toMatchObject({ fixed: 2, blocked: 2 });
    const { report } = await sandbox.report(replayArgs(args, folder));
    expect(essence(report)).toBe(essence(recorded.report));
  });

  it('4.11 a recording holds no secret of the environment', async () => {
    const canary = 'plum-tree-4711-canary';
    const { args } = fixing(sandbox, {
      findings,
      scenario: {
        default: { explanation: `used ${canary}`, run: `echo ${canary} > src/secret.txt` },
        call: { stdout: canary },
      },
    });
    const folder = join(sandbox.scratch, 'rec');
    await sandbox.run([...args, '--record', folder], { env: { ...sandbox.env, HOUSE_API_KEY: canary } });
    const files = readdirSync(join(folder, 'calls')).map((name) => readFileSync(join(folder, 'calls', name), 'utf8'));
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('says what was not recorded, and ends with leftovers', async () => {
    const { args, folder } = await record();
    for (const name of readdirSync(join(folder, 'calls')))
      if (name.startsWith('scripted-A-')) rmSync(join(folder, 'calls', name));
    const { report, ended } = await sandbox.report(replayArgs(args, folder));
    const attempts = report.findings.find(({ code }) => code === 'A')?.attempts ?? [];
    expect(attempts[0]).toMatchObject({
      agent: 'scripted',
      result: 'agent-error',
      reason: expect.stringMatching(/does not hold call 1 of scripted about A; it has these calls: scripted-B-/),
    });
    expect(ended.code).toBe(2);
  });
});

describe('recording', () => {
  it('is refused into a folder that holds something, before anything runs', async () => {
    const { args, agent } = fixing(sandbox, { findings, scenario });
    const folder = join(sandbox.scratch, 'mine');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const ended = await sandbox.run([...args, '--record', folder]);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--record: .*is not empty and holds no recording/),
    });
    expect(agent.calls()).toEqual([]);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('is refused twice into one folder, with the remedy', async () => {
    const { args, folder } = await record();
    const ended = await sandbox.run([...args, '--record', folder]);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/holds a recording already.*Name another folder/),
    });
  });

  it('that is not there is not played', async () => {
    const { args } = fixing(sandbox, { findings, scenario });
    const ended = await sandbox.run(replayArgs(args, 'nowhere'));
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/nowhere cannot be played as a recording/) });
    expect(existsSync(join(sandbox.root, 'nowhere'))).toBe(false);
  });
});
