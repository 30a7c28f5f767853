/** Machine-made fixes on neighbouring lines of one file are independent, whatever a merge by lines makes of them. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';

const count = 12;
const before = Array.from({ length: count }, (_, n) => `var v${n} = ${n};\n`).join('');
const start = (n: number): number => before.indexOf(`var v${n} `);

const message = (n: number) => ({
  ruleId: 'no-var',
  severity: 2,
  message: `Unexpected var ${n}, use let or const instead.`,
  line: n + 1,
  column: 1,
  fix: { range: [start(n), start(n) + 3], text: 'const' },
});

it('5.6 4.12 fixes on neighbouring lines are one step, a commit each, and all are accepted at once', () =>
  inSandbox(
    async (sandbox) => {
      // The last one overlaps the first, and follows.
      const late = {
        ...message(0),
        ruleId: 'other',
        message: 'Say it otherwise.',
        fix: { range: [0, 6], text: 'let v0' },
      };
      const messages = [...Array.from({ length: count }, (_, n) => message(n)), late];
      const file = join(sandbox.root, 'a.js');
      sandbox.write('../scratch/eslint.json', JSON.stringify([{ filePath: file, messages }]));
      const args = ['fix', '--from', join(sandbox.scratch, 'eslint.json'), '--verify', 'true'];
      const { report } = await sandbox.report(args);
      const { findings } = report;
      const [last] = findings.filter(({ rule }) => rule === 'other');
      const first = findings.filter((finding) => finding !== last);
      expect(first.map(({ status }) => status)).toEqual(first.map(() => 'fixed'));
      expect(first.map(({ attempts }) => attempts.map(({ result }) => result))).toEqual(first.map(() => ['accepted']));
      const text = sandbox.git('show', `${report.branch}:a.js`);
      expect(text).toBe(before.replaceAll('var', 'const').trimEnd());
      expect(sandbox.git('log', '--format=%s', `main..${report.branch}`).split('\n')).toHaveLength(count);
      expect(last?.attempts[0]).toMatchObject({ agent: 'autofix' });
    },
    { 'a.js': before },
  ));

it('5.6 4.12 as a linter does, the first of fixes that overlap wins, and what is left of the others follows it', () =>
  inSandbox(
    async (sandbox) => {
      // Not code: gates that read it have no say in where edits go.
      const fixes = [
        { ruleId: 'semi', fix: { range: [11, 11], text: ';' } },
        { ruleId: 'quotes', fix: { range: [8, 11], text: "'x'" } },
        { ruleId: 'one-var', fix: { range: [0, 11], text: 'var b; var a = "x"' } },
      ];
      const messages = fixes.map(({ ruleId, fix }) => ({
        ruleId,
        severity: 2,
        message: `Mind ${ruleId}.`,
        line: 1,
        column: 1,
        fix,
      }));
      const file = join(sandbox.root, 'a.txt');
      sandbox.write('../scratch/eslint.json', JSON.stringify([{ filePath: file, messages }]));
      const args = ['fix', '--from', join(sandbox.scratch, 'eslint.json'), '--verify', 'true'];
      const { report } = await sandbox.report(args);
      expect(report.findings.map(({ rule, status }) => `${rule} ${status}`).toSorted()).toEqual([
        'one-var fixed',
        'quotes fixed',
        'semi fixed',
      ]);
      expect(sandbox.git('show', `${report.branch}:a.txt`)).toBe("var b; var a = 'x';");
      const subjects = sandbox.git('log', '--reverse', '--format=%s', `main..${report.branch}`).split('\n');
      expect(subjects.map((subject) => /one-var|quotes|semi/.exec(subject)?.[0])).toEqual([
        'one-var',
        'quotes',
        'semi',
      ]);
    },
    { 'a.txt': 'var a = "x"\n' },
  ));
