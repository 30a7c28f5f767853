/** Unified review: the groups of the reviewer count in every mode. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../../scripts/crash/journal.ts';
import { type Judging, judging, changeSince } from '../../support/judging.ts';
import { openSandbox, type Sandbox } from '../../support/sandbox.ts';

const found = (id: string, file: string, issue: string) => ({
  id,
  file,
  line: '1',
  issue,
  severity: 'major',
  category: 'clean_code',
});

const groups = [
  {
    description: 'A signature and its caller',
    findings: [
      found('F001', 'src/a.ts', 'takes its arguments in the wrong order'),
      found('F002', 'src/b.ts', 'passes what nobody reads'),
    ],
  },
  { description: 'Independent fixes - batch 2', findings: [found('F003', 'src/c.ts', 'shouts at users')] },
];

const fixes = (file: string) => ({ edits: [{ file, find: 'bad', replace: 'good' }] });

describe('U08 groups of the reviewer', () => {
  let sandbox: Sandbox;
  let set: (...set: string[]) => Judging;

  beforeAll(() => {
    sandbox = openSandbox({ 'README.md': 'A place to try things.\n' });
    changeSince(sandbox, { 'src/a.ts': 'bad(a);\n', 'src/b.ts': 'bad(b);\n', 'src/c.ts': 'bad(c);\n' });
    const scenario = {
      review: { groups },
      findings: { F001: fixes('src/a.ts'), F002: fixes('src/b.ts'), F003: fixes('src/c.ts') },
    };
    set = (...settings) => judging(sandbox, { reviewers: [{ name: 'unified' }], scenario, set: settings });
  });
  afterAll(() => sandbox.dispose());

  it('U08 2.4 3.3 one call for each finding: those of one group one after the other, each told of the others', async () => {
    const { agent, args } = set();
    const { ended, report } = await sandbox.report(args);
    expect(ended.code, ended.stderr).toBe(0);
    const { events } = readJournal(sandbox.folder);
    const codeOf = new Map(report.findings.map(({ id, code }) => [id, code]));
    const steps = events.flatMap((event) =>
      event.type === 'step.started' ? [event.units.map(({ findings: ids }) => ids.map((id) => codeOf.get(id)))] : [],
    );
    expect(steps).toEqual([[['F001'], ['F003']], [['F002']]]);
    const promptOf = (code: string) => agent.calls('fix').find(({ codes }) => codes.includes(code))?.prompt ?? '';
    expect(promptOf('F001')).toContain('F002 (still open), src/b.ts:1: passes what nobody reads');
    expect(promptOf('F002')).toContain('F001 (fixed), src/a.ts:1: takes its arguments in the wrong order');
    expect(promptOf('F003')).not.toContain('findings of the same group');
  });

  it('U08 the plan that is written keeps them apart too', async () => {
    const { ended, report } = await sandbox.report(['plan', ...set().args.slice(1, -2)]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/Step 1: .*\n {2}F001 .*\n {2}F003 .*\nStep 2: Issues of one group.*\n {2}F002 /);
    expect(report.plan?.steps).toBe(2);
  });

  it('U08 R05 batch names the groups in its prompt, and the change that was reviewed', async () => {
    const { agent, args } = set('fix.mode=batch');
    const { ended } = await sandbox.report(args);
    expect(ended.code, ended.stderr).toBe(0);
    const call = agent.calls('fix').at(-1);
    expect(call?.codes).toEqual(['F001', 'F002', 'F003']);
    expect(call?.prompt).toContain('Those of one group cannot be fixed independently of each other');
    expect(call?.prompt).toContain('1. F001, F002: A signature and its caller\n2. F003: Independent fixes - batch 2\n');
    expect(call?.input).toMatchObject({ diff: expect.stringContaining('+++ b/src/a.ts\n@@ -0,0 +1,1 @@\n+bad(a);\n') });
  });
});
