/** A ladder of agents (4.17): the nth attempt at a finding goes to the nth of them, and each says what its fixes cost. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type Scenario, type ScriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { notBroken, start, until } from '../support/fixing.ts';
import { essence } from '../support/report-essence.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'a BAD\n', 'src/b.txt': 'b BAD\n' };
const found = [
  { code: 'F1', file: 'src/a.txt', line: 1 },
  { code: 'F2', file: 'src/b.txt', line: 1 },
];

const inSandbox = async (work: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
  const sandbox = openSandbox(files);
  try {
    await work(sandbox);
  } finally {
    sandbox.dispose();
  }
};

const writes = (file: string, text: string): ScriptedStep => ({ edits: [{ file, write: `${text}\n` }] });
const costing = (usd: number, session: string) => ({ session, usage: { inputTokens: 10, outputTokens: 1, usd } });

/** Cheap gets one of two right, strong both. */
const cheapOne: Scenario = {
  call: costing(0.01, 'of cheap'),
  findings: { F1: writes('src/a.txt', 'a BROKEN'), F2: writes('src/b.txt', 'b good') },
};
const strongOne: Scenario = {
  call: costing(0.2, 'of strong'),
  findings: { F1: writes('src/a.txt', 'a good'), F2: writes('src/b.txt', 'b good') },
};
const outOfQuota: Scenario = { call: { exit: 77, stderr: 'no credits left' } };

type ByName<T> = Readonly<Record<string, T>>;

/** Agents by name, each with what it does; `fallback`: who takes over from whom. */
const agentsFor = (
  sandbox: Sandbox,
  scenarios: ByName<Scenario>,
  fallback: ByName<string> = {},
): { fake: (name: string) => ScriptedAgent; set: string[] } => {
  const fakes = new Map(
    Object.entries(scenarios).map(([name, scenario]) => [name, scriptedAgent(join(sandbox.scratch, name), scenario)]),
  );
  const fake = (name: string): ScriptedAgent => {
    const agent = fakes.get(name);
    if (!agent) throw new Error(`there is no agent ${name}`);
    return agent;
  };
  const config = [...fakes].map(([name, { command }]) => [
    name,
    { kind: 'command', command, fallback: fallback[name] },
  ]);
  return { fake, set: ['--set', `agents=${JSON.stringify(Object.fromEntries(config))}`] };
};

const fix = (sandbox: Sandbox, set: readonly string[], ...more: string[]): string[] => [
  'fix',
  '--from',
  sandbox.findings(found),
  '--set',
  'findings.dedup=off',
  '--verify',
  notBroken,
  ...set,
  ...more,
];

const twice = ['--agent', 'cheap', '--agent', 'strong'];

const whoTried = (report: Report): string[][] =>
  report.findings.map(({ attempts }) => attempts.map(({ agent, result }) => `${agent} ${result}`));

describe('4.17 a ladder', () => {
  test('4.17 what the cheap agent got wrong goes to the strong one, in a conversation of its own', () =>
    inSandbox(async (sandbox) => {
      const { fake, set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const { ended, report } = await sandbox.report(fix(sandbox, set, ...twice));
      expect(ended.code).toBe(0);
      expect(whoTried(report)).toEqual([['cheap refused', 'strong accepted'], ['cheap accepted']]);
      expect([fake('cheap').calls().length, fake('strong').calls().length]).toEqual([2, 1]);
      expect(
        fake('strong')
          .calls()
          .map(({ session }) => session),
      ).toEqual([null]);
      expect(fake('strong').calls()[0]?.prompt).toContain('BROKEN');
    }));

  test('4.17 each agent says what an accepted fix cost, in every report', () =>
    inSandbox(async (sandbox) => {
      const { set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const ended = await sandbox.run(fix(sandbox, set, ...twice));
      expect(ended.stdout).toContain('agents, an attempt each: cheap, then strong');
      expect(ended.stdout).toMatch(/^Agent cheap: 1 accepted fix in 2 calls, cost \$0\.0200, \$0\.0200 for each$/m);
      expect(ended.stdout).toMatch(/^Agent strong: 1 accepted fix in 1 call, cost \$0\.2000, \$0\.2000 for each$/m);
      const { report } = await sandbox.report(['report']);
      expect(report.fixers).toEqual([
        { agent: 'cheap', calls: 2, callsWithoutUsd: 0, accepted: 1, usd: 0.02, usdPerAccepted: 0.02 },
        { agent: 'strong', calls: 1, callsWithoutUsd: 0, accepted: 1, usd: 0.2, usdPerAccepted: 0.2 },
      ]);
      const markdown = join(sandbox.scratch, 'report.md');
      await sandbox.run(['report', '--format', 'markdown', '-o', markdown]);
      expect(readFileSync(markdown, 'utf8')).toMatch(/^\| cheap \| 2 \| 1 \| \$0\.0200 \| \$0\.0200 \|$/m);
    }));

  test('4.17 the last one stays, and goes on in its own conversation', () =>
    inSandbox(async (sandbox) => {
      const bad = writes('src/a.txt', 'still BROKEN');
      const strong = { ...strongOne, findings: { F1: [bad, writes('src/a.txt', 'a good')] } };
      const { fake, set } = agentsFor(sandbox, { cheap: cheapOne, strong });
      const more = ['--set', 'limits.attemptsPerFinding=4', '--set', 'fix.agents=[cheap, strong]'];
      const { report } = await sandbox.report(fix(sandbox, set, ...more));
      expect(whoTried(report)[0]).toEqual(['cheap refused', 'strong refused', 'strong accepted']);
      expect(
        fake('strong')
          .calls()
          .map(({ session }) => session),
      ).toEqual([null, 'of strong']);
    }));

  test('4.17, 4.12 machine-made fixes come first and do not count', () =>
    inSandbox(async (sandbox) => {
      const { set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const edit = { range: [2, 5], text: 'BROKEN' };
      const message = { ruleId: 'no-bad', severity: 2, message: 'bad', line: 1, column: 1, fix: edit };
      sandbox.write('eslint.json', JSON.stringify([{ filePath: 'src/a.txt', messages: [message] }]));
      const args = ['fix', '--from', 'eslint.json', '--verify', notBroken, ...set, ...twice];
      const { report } = await sandbox.report(args);
      expect(whoTried(report)[0]?.slice(0, 2)).toEqual(['autofix refused', expect.stringContaining('cheap')]);
      expect(report.fixers.map(({ agent }) => agent)).not.toContain('autofix');
    }));

  test.each(['batch', 'delegated'])('4.17 %s: what is left of a call goes on with the next agent', (mode) =>
    inSandbox(async (sandbox) => {
      const { fake, set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const { report } = await sandbox.report(fix(sandbox, set, ...twice, '--set', `fix.mode=${mode}`));
      expect(whoTried(report)).toEqual([['cheap refused', 'strong accepted'], ['cheap accepted']]);
      expect(
        fake('cheap')
          .calls()
          .map(({ codes }) => codes),
      ).toEqual([['F1', 'F2']]);
      expect(
        fake('strong')
          .calls()
          .map(({ codes }) => codes),
      ).toEqual([['F1']]);
      expect(report.fixers).toMatchObject([
        { agent: 'cheap', calls: 1, accepted: 1, usd: 0.01 },
        { agent: 'strong', calls: 1, accepted: 1, usd: 0.2 },
      ]);
    }),
  );
});

describe('4.17 a run that is interrupted', () => {
  test('4.17, 11.1 is killed while the strong one works: it goes on with it, and pays nobody twice', () =>
    inSandbox(async (sandbox) => {
      const { fake, set } = agentsFor(sandbox, { cheap: cheapOne, strong: { call: { hang: true } } });
      const { pid, ended } = start(sandbox, fix(sandbox, set, ...twice));
      await until(() => fake('strong').calls().length === 1);
      process.kill(pid, 'SIGKILL');
      await ended;
      fake('strong').play(strongOne);
      const { report } = await sandbox.report(['resume']);
      expect(report.status).toBe('clean');
      expect(whoTried(report)).toEqual([['cheap refused', 'strong accepted'], ['cheap accepted']]);
      expect([fake('cheap').calls().length, fake('strong').calls().length]).toEqual([2, 2]);
      expect(report.fixers).toMatchObject([
        { agent: 'cheap', usd: 0.02 },
        { agent: 'strong', usd: 0.2 },
      ]);
    }));

  test('4.17, 4.15 one that is out of quota is replaced where it stands, also after a resume', () =>
    inSandbox(async (sandbox) => {
      const scenarios = { cheap: outOfQuota, spare: cheapOne, strong: outOfQuota };
      const { fake, set } = agentsFor(sandbox, scenarios, { cheap: 'spare' });
      const stopped = await sandbox.report(fix(sandbox, set, ...twice, '--set', 'fix.concurrency=1'));
      expect(stopped.report).toMatchObject({ stopReason: 'quota', totals: { fixed: 1 } });
      fake('strong').play(strongOne);
      const { report } = await sandbox.report(['resume']);
      expect(whoTried(report)).toEqual([['spare refused', 'strong accepted'], ['spare accepted']]);
      expect(fake('cheap').calls()).toHaveLength(1);
      expect(report.fixers.map(({ agent, accepted }) => [agent, accepted])).toEqual([
        ['strong', 1],
        ['spare', 1],
      ]);
    }));

  test('4.17, 4.15 the second of them has a fallback of its own', () =>
    inSandbox(async (sandbox) => {
      const scenarios = { cheap: cheapOne, strong: outOfQuota, spare: strongOne };
      const { set } = agentsFor(sandbox, scenarios, { strong: 'spare' });
      const { report } = await sandbox.report(fix(sandbox, set, ...twice));
      expect(whoTried(report)).toEqual([['cheap refused', 'spare accepted'], ['cheap accepted']]);
    }));
});

describe('4.17 before anything is spent', () => {
  test('4.17, 10.4 a limit of money needs the price of each of them', () =>
    inSandbox(async (sandbox) => {
      const { fake, set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const price = ['--set', 'agents.cheap.price={ inputPerMTok: 1, outputPerMTok: 1 }'];
      const ended = await sandbox.run(fix(sandbox, set, ...price, ...twice, '--set', 'limits.usd=5'));
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/nobody knows what agent strong costs/);
      expect(fake('cheap').calls()).toEqual([]);
    }));

  test('4.17, 6.4 a challenger that is any of them is warned of, and both are shown in a dry run', () =>
    inSandbox(async (sandbox) => {
      const { set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const args = fix(sandbox, set, ...twice, '--challenger', 'strong');
      const { report } = await sandbox.report([...args, '--max-fix-cycles', '1']);
      expect(report.warnings.join('\n')).toContain('Challenger strong is the same model as the fixer strong:');
      const shown = await sandbox.run([...args, '--dry-run']);
      expect(shown.stdout + shown.stderr).toMatch(/agent cheap: [^]*agent strong: /);
    }));

  test('4.17 fix.agent and fix.agents are refused together', () =>
    inSandbox(async (sandbox) => {
      const { set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
      const ended = await sandbox.run(fix(sandbox, set, '--agent', 'cheap', '--set', 'fix.agents=[cheap, strong]'));
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('fix.agent is set as well');
    }));
});

test('4.17 a recording knows the ladder, and plays it again', () =>
  inSandbox(async (sandbox) => {
    const { set } = agentsFor(sandbox, { cheap: cheapOne, strong: strongOne });
    const folder = join(sandbox.scratch, 'rec');
    const recorded = await sandbox.report(fix(sandbox, set, ...twice, '--record', folder));
    for (const name of ['cheap', 'strong']) rmSync(join(sandbox.scratch, name), { recursive: true });
    const { report } = await sandbox.report(fix(sandbox, [], '--agent', `replay:${folder}`));
    expect(whoTried(report)).toEqual([['cheap refused', 'strong accepted'], ['cheap accepted']]);
    expect(essence(report)).toBe(essence(recorded.report));
  }));
