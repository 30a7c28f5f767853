/** Runs one misbehaving agent through the command line: it is asked about F1 and behaves, about F2, as it should. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AttemptResult } from '../../src/model/attempt.ts';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type ScriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from './accounted.ts';
import type { Ended } from './fixpoint.ts';
import { manifestOf } from './manifest.ts';
import { isAlive, processesOf } from './processes.ts';
import { type FindingInput, openSandbox, type Sandbox } from './sandbox.ts';

export const badFiles = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'good c\n' };
export const badFindings: FindingInput[] = [
  { code: 'F1', file: 'src/a.txt', line: 1 },
  { code: 'F2', file: 'src/b.txt', line: 1 },
];
/** Passes on the start and on good fixes. */
export const badVerify = '! grep -rq BROKEN src && test -f src/c.txt';
export const goodF1: ScriptedStep = { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] };
export const goodF2: ScriptedStep = { edits: [{ file: 'src/b.txt', find: 'bad', replace: 'good' }] };

export type BadRun = { report: Report; ended: Ended; sandbox: Sandbox; agent: ScriptedAgent };

export type BadCase = {
  name: string;
  /** What the agent does about F1. */
  step?: ScriptedStep;
  /** Another program instead of the scripted one: F2 is then not asked about. */
  command?: (sandbox: Sandbox) => string | string[];
  findings?: FindingInput[];
  /** `key=value`, as for `--set`. */
  set?: string[];
  exit?: number;
  /** Of the last attempt at F1. */
  result: AttemptResult;
  status?: 'fixed' | 'blocked';
  /** What becomes of F2; `fixed` unless F1 gets in its way. */
  other?: 'fixed' | 'blocked';
  gate?: string;
  reason?: RegExp;
  also?: (run: BadRun) => void;
};

/** Those that a gate refuses, also where every fix is proven by itself (5.6). */
export const inBothModes = (cases: readonly BadCase[]): BadCase[] =>
  cases.flatMap((each) =>
    each.gate === undefined
      ? [each]
      : [each, { ...each, name: `${each.name}, each by itself`, set: [...(each.set ?? []), 'verify.together=each'] }],
  );

/** Lends a sandbox, and makes sure that nothing of it runs on or stays. */
export const inSandbox = async <T>(
  use: (sandbox: Sandbox) => Promise<T>,
  files: Record<string, string> = badFiles,
): Promise<T> => {
  const sandbox = openSandbox(files);
  try {
    const used = await use(sandbox);
    expect(processesOf(sandbox.home), 'processes that were left').toEqual([]);
    return used;
  } finally {
    for (const { pid } of processesOf(sandbox.home)) process.kill(pid, 'SIGKILL');
    sandbox.dispose();
  }
};

export const runBadCase = (bad: BadCase): Promise<void> =>
  inSandbox(async (sandbox) => {
    const agent = scriptedAgent(join(sandbox.scratch, 'agent'), { findings: { F1: bad.step ?? goodF1, F2: goodF2 } });
    const command = bad.command?.(sandbox) ?? agent.command;
    const findings = bad.findings ?? (bad.command ? badFindings.slice(0, 1) : badFindings);
    const before = manifestOf(sandbox.root, (path) => path === '.git');
    const set = ['limits.cycles=1', ...(bad.set ?? [])].flatMap((each) => ['--set', each]);
    const agentFlags = ['--set', `agents.bad=${JSON.stringify({ kind: 'command', command })}`, '--agent', 'bad'];
    const args = ['fix', '--from', sandbox.findings(findings), ...agentFlags, ...set, '--verify', badVerify];
    const { ended, report } = await sandbox.report(args);
    expectAccounted(report, sandbox);
    expect(manifestOf(sandbox.root, (path) => path === '.git')).toEqual(before);
    expectResult(bad, report, ended);
    for (const pid of agent.children()) expect(isAlive(pid), `process ${pid} that the agent left`).toBe(false);
    bad.also?.({ report, ended, sandbox, agent });
  });

const expectResult = (bad: BadCase, report: Report, ended: Ended): void => {
  const f1 = findingOf(report, 'F1');
  const last = f1.attempts.at(-1);
  expect({ result: last?.result, gate: last?.gate, status: f1.status }).toEqual({
    result: bad.result,
    gate: bad.gate,
    status: bad.status ?? (bad.result === 'accepted' ? 'fixed' : 'blocked'),
  });
  if (bad.reason) expect(last?.reason).toMatch(bad.reason);
  if (!bad.command) expect(findingOf(report, 'F2').status).toBe(bad.other ?? 'fixed');
  const expected = report.findings.every((finding) => finding.status === 'fixed') ? 0 : 2;
  expect(ended.code).toBe(bad.exit ?? expected);
  expect(report.status).toBe(expected === 0 ? 'clean' : 'leftovers');
};
