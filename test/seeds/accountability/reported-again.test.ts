/** A finding that a later review reports again is open again, and closed only by proof (B12, requirement 7.9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, openSandbox } from '../../support/sandbox.ts';
import { changeSince, judging } from '../../support/judging.ts';
import type { ScriptedAgent } from '../../fakes/scripted.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Ended } from '../../support/fixpoint.ts';

const finding = {
  id: 'A-1',
  severity: 'high',
  category: 'correctness',
  title: 'Wrong letter',
  description: 'Somebody will trip over it.',
  file_path: 'src/a.ts',
  line_start: 1,
  line_end: 1,
  suggested_fix: 'Mend it.',
};
const edit = (find: string, replace: string) => ({ edits: [{ file: 'src/a.ts', find, replace }] });
const courseOf = (agent: ScriptedAgent): string[] => agent.calls().map(({ role, codes }) => [role, ...codes].join(' '));

let sandbox: Sandbox;
let agent: ScriptedAgent;
let proven: { ended: Ended; report: Report };
let silent: { ended: Ended; report: Report };
let lines: string;

beforeAll(async () => {
  sandbox = openSandbox({ 'README.md': 'A place to try things.\n' });
  changeSince(sandbox, { 'src/a.ts': 'bad a\n' });
  const fixes = { 'A-1': [edit('bad a', 'better a'), edit('better a', 'good a'), edit('good a', 'best a')] };
  const judged = judging(sandbox, {
    scenario: { review: [{ findings: [finding] }, { findings: [finding] }, {}], findings: fixes },
    set: ['review.again=final'],
  });
  agent = judged.agent;
  const plain = await sandbox.run(judged.args);
  lines = plain.stdout;
  const [run = ''] = sandbox.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/heads/fixpoint').split('\n');
  proven = await sandbox.report(['report', run]);
  proven.ended = plain;
  agent.play({ review: { findings: [finding] }, findings: fixes });
  silent = await sandbox.report(judged.args);
});

afterAll(() => sandbox.dispose());

describe('a fixed finding that is reported again', () => {
  it('B12 7.9 is open again under the same id and code: no copy of it is made', () => {
    expect(proven.report.findings.map(({ code }) => code)).toEqual(['A-1']);
    expect(proven.report.findings[0]?.id).toMatch(/^f[0-9a-f]{12}$/);
    expect(proven.report.findings[0]?.reopened).toMatchObject([{ round: 2, by: ['technical'] }]);
    expect(lines).toContain('A-1: open again, since technical reported it again after its fix');
  });

  it('B12 7.9 gets further attempts, and a second fix gets another look by whoever reported it', () => {
    expect(courseOf(agent).slice(0, 5)).toEqual(['review', 'fix A-1', 'review', 'fix A-1', 'review']);
    expect(agent.calls('fix')[1]?.prompt).toContain('a reviewer has reported the finding again since');
    expect(proven.report.findings[0]).toMatchObject({ status: 'fixed', proof: ['review', 'tests'] });
    expect([proven.ended.code, proven.report.status]).toEqual([0, 'clean']);
  });

  it('B12 7.9 is not fixed, and its run not clean, as long as nobody says that it is gone', () => {
    const [only] = silent.report.findings;
    expect(silent.report.findings).toHaveLength(1);
    expect(only?.attempts.map(({ result }) => result)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(only).toMatchObject({ status: 'blocked', reopened: [{ round: 2 }, { round: 3 }] });
    expect(only?.reason).toMatch(/^changed in [0-9a-f]{12}, and not proven: technical reported it again/);
    expect([silent.ended.code, silent.report.status]).toEqual([2, 'leftovers']);
  });
});
