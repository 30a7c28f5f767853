/** What a person sees of a review, and what is written down about a run with `--progress`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scriptedAgent, type ScriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };

const found = (id: string, file: string, issue: string) => ({
  id,
  file,
  line: '1',
  issue,
  severity: 'major',
  category: 'bug',
  fix_hint: 'mend it',
});

type Prepared = { agent: ScriptedAgent; args: string[]; progress: string };

/** On a branch that changed both files since it left main. */
const prepare = (sandbox: Sandbox, scenario: Scenario, reviewers: Record<string, unknown>[]): Prepared => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const progress = join(sandbox.scratch, 'PROGRESS.txt');
  sandbox.git('checkout', '--quiet', '-b', 'feature');
  sandbox.write('a.txt', 'bad a\n');
  sandbox.write('b.txt', 'bad b\n');
  sandbox.write(
    'fixpoint.yaml',
    JSON.stringify({
      agents: { fake: { kind: 'command', command: agent.command } },
      reviewers: reviewers.map((reviewer) => ({ kind: 'agent', agent: 'fake', skill: 'technical', ...reviewer })),
      fix: { agent: 'fake' },
      verify: { commands: ['true'] },
      review: { again: 'never' },
    }),
  );
  sandbox.commitAll('second');
  return { agent, progress, args: ['--base', 'main', '--progress', progress] };
};

const oneFinding: Scenario = {
  review: { groups: [{ description: 'all', findings: [found('F1', 'a.txt', 'It is bad')] }] },
};

describe('the text of a review', () => {
  it('2.8, 13.1 ends with 2 for findings, names reviewers and coverage, and fixes nothing', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox, oneFinding, [
        { name: 'technical' },
        { name: 'golang', languages: ['go'] },
      ]);
      const { code, stdout } = await sandbox.run(['review', ...args]);
      expect(code, stdout).toBe(2);
      expect(stdout).toMatch(/: findings \(1 finding/);
      expect(stdout).toContain('Reviewer technical: 1 finding\n');
      expect(stdout).toMatch(/Reviewer golang skipped: /);
      expect(stdout).toMatch(/3 of 3 changes reviewed\n/);
      expect(agent.calls('fix')).toEqual([]);
      expect(sandbox.git('branch', '--list', 'fixpoint/*')).toBe('');
    }, files));

  it('2.8 ends with 2 when changes were not reviewed, and does not call it clean', () =>
    inSandbox(async (sandbox) => {
      const { args } = prepare(sandbox, { review: { groups: [] } }, [{ name: 'technical' }]);
      sandbox.write('c.txt', 'c'.repeat(60_000));
      sandbox.commitAll('large');
      const { code, stdout } = await sandbox.run([
        'review',
        ...args,
        '--set',
        'review.tokens=1000',
        '--set',
        'review.calls=1',
      ]);
      expect(code, stdout).toBe(2);
      expect(stdout).toContain('not everything was reviewed');
      expect(stdout).toMatch(/changes reviewed; not reviewed: .*c\.txt/);
      expect(stdout).not.toMatch(/\bclean\b/);
    }, files));
});

describe('--progress', () => {
  it('10.2 writes a mixed run down as the seed has it, entry for entry, to be read back as what is open', () =>
    inSandbox(async (sandbox) => {
      const scenario: Scenario = {
        reviewers: {
          technical: {
            groups: [
              {
                description: 'all',
                findings: [found('T-1', 'a.txt', 'It is bad'), found('T-2', 'b.txt', 'So is this')],
              },
            ],
          },
          prose: { groups: [] },
        },
        findings: {
          'T-1': { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }], explanation: 'Made it good' },
          'T-2': { outcome: 'blocked', explanation: 'the credentials of the service are missing' },
        },
      };
      const { args, progress } = prepare(sandbox, scenario, [
        { name: 'technical' },
        { name: 'prose', level: 'warning' },
      ]);
      const { code, stdout } = await sandbox.run(['run', ...args]);
      expect(code, stdout).toBe(2);
      const text = readFileSync(progress, 'utf8').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE');
      const entries = text.split(/^---\n\n/m).toSorted();
      expect(entries).toEqual(
        [
          '',
          `[Review] DATE - prose (warning)

### Verdict: PASSED

### Findings

No findings.

### Summary
> scripted review

`,
          `[Review] DATE - technical (blocking)

### Verdict: NEEDS_WORK

### Findings

1. **T-1**: bug - It is bad
   - File: a.txt:1
   - Issue: It is bad
   - Suggestion: mend it

2. **T-2**: bug - So is this
   - File: b.txt:1
   - Issue: So is this
   - Suggestion: mend it

### Summary
> scripted review

`,
          `[Review Fix] DATE - technical/T-1

### What was fixed
- Made it good

### Files changed
- a.txt

### Attempts
1 of 3

`,
          `[Review Fix Failed] DATE - technical/T-2

### Issue
- So is this

### Attempts
1 of 3

### Reason
the credentials of the service are missing

`,
        ].toSorted(),
      );
      expect(text.indexOf('[Review] DATE - technical')).toBe(0);
      const listed = await sandbox.run(['findings', '--from', progress, '--json']);
      const codes = JSON.parse(listed.stdout).findings.map((finding: { code: string }) => finding.code);
      expect(codes).toEqual(['T-2']);
    }, files));
});
