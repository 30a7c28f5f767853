/** A file that an earlier step deleted, or that was gone before, is noticed before anybody is asked (requirement 1.7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../src/model/report.ts';
import { scriptedAgent, type ScriptedAgent } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { type Sandbox, openSandbox } from '../../support/sandbox.ts';

let sandbox: Sandbox;
let agent: ScriptedAgent;
let report: Report;
let onlyGone: Report;
let spent: { verified: boolean; calls: number };

beforeAll(async () => {
  sandbox = openSandbox({ 'a.txt': 'bad a\n', 'b.txt': 'bad b\n', 'gone.txt': 'bad\n', 'z.txt': 'bad z\n' });
  sandbox.git('rm', '--quiet', 'gone.txt');
  sandbox.commitAll('gone');
  const counter = join(sandbox.scratch, 'verified');
  const good = (file: string) => ({ edits: [{ file, find: 'bad', replace: 'good' }] });
  agent = scriptedAgent(join(sandbox.scratch, 'agent'), {
    clarify: { ready: true },
    findings: {
      F1: {
        edits: [
          { file: 'a.txt', find: 'bad', replace: 'good' },
          { file: 'b.txt', delete: true },
        ],
      },
      F2: good('b.txt'),
      F3: good('z.txt'),
    },
  });
  const house = JSON.stringify({ kind: 'command', command: agent.command });
  const settings = [
    `agents.scripted=${house}`,
    'findings.dedup=off',
    'clarify.agent=scripted',
    'plan.agent=scripted',
    'fix.concurrency=1',
  ].flatMap((each) => ['--set', each]);
  const rest = ['--agent', 'scripted', '--clarify', ...settings, '--verify', `echo x >> ${counter}`];
  const gone = { code: 'F9', file: 'gone.txt', line: 1 };
  onlyGone = (await sandbox.report(['fix', '--from', sandbox.findings([gone]), ...rest])).report;
  spent = { verified: existsSync(counter), calls: agent.calls().length };
  const all = ['a.txt', 'b.txt', 'z.txt'].map((file, index) => ({ code: `F${index + 1}`, file, line: 1 }));
  report = (await sandbox.report(['fix', '--from', sandbox.findings([...all, gone]), ...rest])).report;
});

afterAll(() => sandbox.dispose());

describe('the path of a finding exists before an attempt', () => {
  it('U23 1.7 no fixer is asked about a file that an earlier step of the same cycle deleted', () => {
    expect(agent.calls('fix').flatMap(({ codes }) => codes)).toEqual(['F1', 'F3']);
    expect(report.cycles).toHaveLength(1);
    expect(findingOf(report, 'F2')).toMatchObject({
      status: 'blocked',
      reason: 'Referenced file deleted by the fix of F1',
      attempts: [],
    });
  });

  it('A12 B3 1.7 neither clarifier, planner nor baseline is spent on findings whose file is gone', () => {
    expect(onlyGone.findings).toMatchObject([{ status: 'blocked', reason: 'Referenced file deleted', attempts: [] }]);
    expect(onlyGone.verification.baseline).toBeNull();
    expect(spent).toEqual({ verified: false, calls: 0 });
    const others = agent.calls().filter(({ role }) => role === 'clarify' || role === 'plan');
    expect(others.map(({ role, codes }) => [role, codes])).toEqual([
      ['clarify', ['F1', 'F2', 'F3']],
      ['plan', ['F1', 'F2', 'F3']],
    ]);
    expect(findingOf(report, 'F9')).toMatchObject({ status: 'blocked', reason: 'Referenced file deleted' });
  });
});
