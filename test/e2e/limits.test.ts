/** Other limits for a run (10.4): while it is under way, and after it has stopped for them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import { type ScriptedAgent, scriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { start, until } from '../support/fixing.ts';
import { type Ended, reportOf } from '../support/fixpoint.ts';
import { processesOf } from '../support/processes.ts';
import type { Sandbox } from '../support/sandbox.ts';

const codes = ['F1', 'F2', 'F3', 'F4'];
const files = Object.fromEntries(codes.map((code) => [`src/${code}.txt`, `${code} BAD\n`]));
const good = (code: string): ScriptedStep => ({ edits: [{ file: `src/${code}.txt`, find: 'BAD', replace: 'good' }] });

/** Each call costs $0.40; the second waits for a sign. */
const prepare = (sandbox: Sandbox, ...limits: string[]): { agent: ScriptedAgent; args: string[]; go: () => void } => {
  const sign = join(sandbox.scratch, 'go');
  const wait = `while test -d ${sandbox.scratch} && ! test -f ${sign}; do sleep 0.02; done`;
  const findings = Object.fromEntries(codes.map((code) => [code, good(code)]));
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
    call: { usage: { inputTokens: 10, outputTokens: 5, usd: 0.4 } },
    findings: { ...findings, F2: { ...good('F2'), run: wait } },
  });
  const paid = { kind: 'command', command: agent.command, price: { inputPerMTok: 1, outputPerMTok: 1 } };
  const set = [`agents.paid=${JSON.stringify(paid)}`, 'findings.dedup=off', 'fix.concurrency=1', ...limits];
  const from = sandbox.findings(codes.map((code) => ({ code, file: `src/${code}.txt`, line: 1 })));
  return {
    agent,
    args: [
      'fix',
      '--from',
      from,
      '--agent',
      'paid',
      '--verify',
      'true',
      '--json',
      ...set.flatMap((each) => ['--set', each]),
    ],
    go: () => writeFileSync(sign, ''),
  };
};

const thrice = (sandbox: Sandbox, ...args: string[]): Promise<Ended[]> =>
  Promise.all([1, 2, 3].map(() => sandbox.run(args)));
const heard = ({ folder }: Sandbox): number =>
  readJournal(folder).events.filter(({ type }) => type === 'limits.set').length;

test('10.4 more money for a run under way, then for one that has spent it; said three times it counts once', () =>
  inSandbox(async (sandbox) => {
    const { agent, args, go } = prepare(sandbox, 'limits.usd=1');
    const { pid, ended } = start(sandbox, args);
    await until(() => agent.calls().length === 2);
    const [run = ''] = readJournal(sandbox.folder).runs;
    for (const told of await thrice(sandbox, 'limits', run, '--usd', '1.3'))
      expect([told.code, told.stdout]).toEqual([0, `Told run ${run} (process ${pid}) its new limits.\n`]);
    await until(() => heard(sandbox) === 3);
    go();
    const first = await ended;
    expect(first.code, first.stderr).toBe(2);
    expect(reportOf(first)).toMatchObject({ stopReason: 'budget', totals: { fixed: 3, blocked: 1 } });
    expect(reportOf(first).message).toMatch(/limits\.usd: \$1\.20 of \$1\.3/);

    for (const told of await thrice(sandbox, 'limits', 'latest', '--usd', '1.7'))
      expect([told.code, told.stdout]).toEqual([0, expect.stringContaining(`Resume it with: fixpoint resume ${run}`)]);
    const resumed = await sandbox.report(['resume', run]);
    expect(resumed.ended.code, resumed.ended.stderr).toBe(0);
    expect(resumed.report).toMatchObject({ status: 'clean', totals: { fixed: 4 } });
    expect(resumed.report.usd).toBeCloseTo(1.6);
    expect(agent.calls().map((call) => call.codes.join())).toEqual(codes);
    const late = await sandbox.run(['limits', run, '--usd', '9']);
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(`Run ${run} is finished (clean)`)]);
  }, files));

test('10.4 less time for a run under way ends it, and more lets it go on', () =>
  inSandbox(async (sandbox) => {
    const { agent, args, go } = prepare(sandbox, 'limits.minutes=60');
    const { ended } = start(sandbox, args);
    await until(() => agent.calls().length === 2);
    expect((await sandbox.run(['limits', '--minutes', '0.0001'])).code).toBe(0);
    const first = await ended;
    expect(first.code, first.stderr).toBe(2);
    expect(reportOf(first)).toMatchObject({ stopReason: 'budget', message: expect.stringContaining('limits.minutes') });
    expect(processesOf(sandbox.home)).toEqual([]);

    go();
    expect((await sandbox.run(['limits', '--minutes', '30', '--json'])).stdout).toContain('"held": false');
    const resumed = await sandbox.report(['resume']);
    expect(resumed.ended.code, resumed.ended.stderr).toBe(0);
    expect(resumed.report).toMatchObject({ status: 'clean', totals: { fixed: 4 } });
  }, files));
