/** PROGRESS.txt through the command line: entry for entry as Ralph's document has it, also over a crash. */
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { start, until } from '../support/fixing.ts';
import { changeSince, judging } from '../support/judging.ts';

const files = { 'README.md': 'A place to try things.\n' };
const names = ['a', 'b', 'c', 'd'];
const changed = Object.fromEntries(names.map((name) => [`src/${name}.ts`, `bad('${name}');\n`]));

const finding = (name: string, n: number) => ({
  id: `F00${n + 1}`,
  severity: 'high',
  category: 'correctness',
  title: `Call ${name} is bad`,
  description: `It does what it should not with ${name}.`,
  file_path: `src/${name}.ts`,
  line_start: 1,
  line_end: 1,
  suggested_fix: `Mend ${name}.`,
});

const edit = (name: string, find: string, replace: string) => [{ file: `src/${name}.ts`, find, replace }];

/**
 * The first is fixed at once, the second with the third attempt, the third never; the fourth is blocked by the fixer.
 */
const scenario = {
  reviewers: { technical: { findings: names.map(finding) }, security: { verdict: 'PASSED' } },
  findings: {
    F001: { edits: edit('a', 'bad', 'good'), explanation: 'Calls good instead.' },
    F002: [
      { edits: edit('b', 'bad', 'BROKEN') },
      { call: { hang: true } },
      { edits: edit('b', 'BROKEN', 'BROKEN again') },
      { edits: edit('b', 'bad', 'good'), explanation: 'Calls good at last.' },
    ],
    F003: { run: 'echo BROKEN >> src/c.ts', explanation: 'Done.' },
    F004: { outcome: 'blocked', explanation: 'The token of the payment service is not there.' },
  },
};

const before = '# Progress\n\nWhat we did by hand.\n';

const entries = `[Review] TIME - technical (blocking)

### Verdict: NEEDS_WORK

### Findings

1. **F001**: correctness - Call a is bad
   - File: src/a.ts:1
   - Issue: It does what it should not with a.
   - Suggestion: Mend a.

2. **F002**: correctness - Call b is bad
   - File: src/b.ts:1
   - Issue: It does what it should not with b.
   - Suggestion: Mend b.

3. **F003**: correctness - Call c is bad
   - File: src/c.ts:1
   - Issue: It does what it should not with c.
   - Suggestion: Mend c.

4. **F004**: correctness - Call d is bad
   - File: src/d.ts:1
   - Issue: It does what it should not with d.
   - Suggestion: Mend d.

### Summary
> scripted review

---

[Review] TIME - security (warning)

### Verdict: PASSED

### Findings

No findings.

### Summary
> scripted review

---

[Review Fix Failed] TIME - technical/F004

### Issue
- Call d is bad

### Attempts
1 of 3

### Reason
The token of the payment service is not there.

---

[Review Fix] TIME - technical/F001

### What was fixed
- Calls good instead.

### Files changed
- src/a.ts

### Attempts
1 of 3

---

[Review Fix] TIME - technical/F002

### What was fixed
- Calls good at last.

### Files changed
- src/b.ts

### Attempts
3 of 3

---

[Review Fix Failed] TIME - technical/F003

### Issue
- Call c is bad

### Attempts
3 of 3 (exhausted)

### Reason
not fixed after 3 attempts: \`! grep -rq BROKEN src\` failed (exit 1)

---

`;

describe('10.2 PROGRESS.txt', () => {
  it('2.3, 11.1 holds the entries of a mixed run behind what it held, each of them once, although the run was killed', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        scenario,
        reviewers: [{ name: 'technical' }, { name: 'security', level: 'warning' }],
      });
      const file = join(sandbox.scratch, 'PROGRESS.txt');
      const text = (): string => readFileSync(file, 'utf8');
      writeFileSync(file, before);
      const { pid, ended } = start(sandbox, [...args, '--progress', file]);
      await until(
        () =>
          text().includes('technical/F001') &&
          agent.calls('fix').filter(({ codes }) => codes.includes('F002')).length === 2,
      );
      process.kill(pid, 'SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      // As if it had been killed in the middle of writing.
      truncateSync(file, text().length - 20);
      const { ended: resumed, report } = await sandbox.report(['resume']);
      expect(resumed.code, resumed.stderr).toBe(2);
      expectAccounted(report, sandbox);
      expect(report.findings.map(({ attempts }) => attempts.length)).toEqual([1, 3, 3, 1]);
      const timeless = text().replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME');
      expect(timeless).toBe(before + entries);

      const back = await sandbox.run(['findings', '--from', file, '--format', 'ralph', '--json']);
      expect(back.code, back.stderr).toBe(0);
      expect(JSON.parse(back.stdout).findings).toEqual(
        [2, 3].map((n) => {
          const {
            id: code,
            title,
            description: told,
            file_path: path,
            suggested_fix: suggestion,
          } = finding(names[n] ?? '', n);
          const { id, reason } = findingOf(report, code);
          const description = `${told}\n\nAn earlier fix failed: ${reason}`;
          return expect.objectContaining({
            id,
            code,
            title,
            description,
            file: path,
            line: 1,
            suggestion,
            reviewer: 'technical',
          });
        }),
      );
    }, files));

  it('that cannot be written is a warning, and not the end of the run', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { args } = judging(sandbox, { scenario, command: ['review'], verify: null });
      const folder = join(sandbox.scratch, 'folder');
      mkdirSync(folder);
      for (const file of [folder, join(sandbox.scratch, 'nowhere', 'PROGRESS.txt')]) {
        const { ended, report } = await sandbox.report([...args, '--progress', file]);
        expect(ended.code, ended.stderr).toBe(2);
        expect(report.totals.total).toBe(4);
        expect(ended.stderr).toContain(`${file} cannot be written, so it lacks entries`);
      }
      expect(existsSync(join(sandbox.scratch, 'nowhere'))).toBe(false);
    }, files));
});
