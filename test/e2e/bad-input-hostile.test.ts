/**
 * Acceptance 7: findings that are wrong one by one, or meant to do harm: each is kept, left out or dismissed, and said
 * so.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { expectPlain } from '../support/refused.ts';
import { manifestOf } from '../support/manifest.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'a.txt': 'bad\nsecond\n' };
const base = { title: 'a problem', description: 'about it', file: 'a.txt', line: 1 };

/** The text is given as it is: `__proto__` in a literal would not be a key. */
const write = (box: Sandbox, text: string): string => {
  const file = join(box.scratch, 'in.json');
  writeFileSync(file, text);
  return file;
};

const doc = (...items: unknown[]): string => JSON.stringify({ findings: items });

const reportOn = async (box: Sandbox, text: string, ...more: string[]): Promise<Report> => {
  const before = manifestOf(box.root, (path) => path === '.git');
  const { report } = await box.report(['fix', '--from', write(box, text), '--set', 'findings.dedup=off', ...more]);
  expect(manifestOf(box.root, (path) => path === '.git')).toEqual(before);
  expect(report.totals.open).toBe(0);
  expectPlain((await box.run(['report'])).stdout);
  return report;
};

const saidAbout = ({ problems }: Report): string =>
  problems.map(({ place, message }) => `${place}: ${message}`).join('\n');

describe('paths that lead elsewhere', () => {
  const elsewhere = [
    '../../etc/passwd',
    '/etc/passwd',
    '.git/config',
    'src/.GIT/hooks/x',
    'C:\\Windows\\x',
    'a/../../x',
    'x'.repeat(5_000),
  ];

  it('1.2 are left out and named, in findings and in machine-made edits', () =>
    inSandbox(async (box) => {
      const sarif = (uri: string): unknown => ({
        message: { text: 'edit' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'a.txt' }, region: { startLine: 1 } } }],
        fixes: [
          {
            artifactChanges: [
              {
                artifactLocation: { uri },
                replacements: [{ deletedRegion: { startLine: 1 }, insertedContent: { text: 'x' } }],
              },
            ],
          },
        ],
      });
      const report = await reportOn(box, doc(...elsewhere.map((file) => ({ ...base, file }))));
      expect(report.findings).toEqual([]);
      for (const n of elsewhere.keys())
        expect(saidAbout(report)).toMatch(
          new RegExp(`findings\\[${n}\\]: left out: .*(outside|inside a \\.git|characters)`),
        );
      const text = JSON.stringify({
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 't' } }, results: elsewhere.map(sarif) }],
      });
      const edits = await reportOn(box, text, '--verify', 'true');
      expect(edits.totals).toMatchObject({ total: elsewhere.length, fixed: 0 });
      expect(edits.branch).toBeNull();
    }, files));

  it('1.7 that do not exist cost nothing', () =>
    inSandbox(async (box) => {
      const report = await reportOn(
        box,
        doc({ ...base, file: 'no/such.txt' }, { ...base, file: 'a\0.txt' }),
        '--verify',
        'true',
      );
      expect(report.findings.every(({ status, attempts }) => status !== 'fixed' && attempts.length === 0)).toBe(true);
      expect(report.findings).toHaveLength(2);
    }, files));
});

describe('lines, ids and words of all kinds', () => {
  it.each<[string, unknown, { line?: number; endLine?: number }, RegExp | null]>([
    ['a range as text', '45-67', { line: 45, endLine: 67 }, null],
    ['GitHub’s', 'L2-L3', { line: 2, endLine: 3 }, null],
    ['a range that runs back', '67-45', { line: 67 }, null],
    ['0', 0, {}, null],
    ['negative', -5, {}, /-5 is not a line/],
    ['huge', 1e300, {}, /is not a line/],
    ['beyond all files', 2_147_483_648, { line: 2_147_483_648 }, null],
    ['a fraction', 1.5, {}, /1\.5 is not a line/],
    ['words', 'somewhere', {}, /"somewhere" is not a line/],
  ])('1.2 a line that is %s', (_, line, expected, said) =>
    inSandbox(async (box) => {
      const report = await reportOn(box, doc({ ...base, severity: 'high', line }));
      const [finding] = report.findings;
      expect({ line: finding?.line, endLine: finding?.endLine }).toEqual({
        line: undefined,
        endLine: undefined,
        ...expected,
      });
      if (said) expect(saidAbout(report)).toMatch(said);
      else expect(report.problems).toEqual([]);
    }, files),
  );

  it('1.2 items of the wrong type are left out and named, the others are kept', () =>
    inSandbox(async (box) => {
      const wrong = [null, 1, 'text', [], { title: 5 }, { ...base, file: {} }, { ...base, line: [] }, {}];
      const report = await reportOn(box, doc(...wrong, base));
      expect(report.findings.map(({ title }) => title)).toEqual(['a problem']);
      for (const n of wrong.keys()) expect(saidAbout(report)).toContain(`findings[${n}]: not a finding`);
    }, files));

  it('1.4 ids that collide are told apart, and ids that are no codes get one', () =>
    inSandbox(async (box) => {
      const ids = ['F1', 'F1', 'f1', 'a b', '-x', '__proto__', 'constructor', '../x', 'x'.repeat(100), '\u001B[31m'];
      const report = await reportOn(box, doc(...ids.map((id, n) => ({ ...base, id, title: `problem number ${n}` }))));
      const codes = report.findings.map(({ code }) => code);
      expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(ids.length);
      expect(new Set(report.findings.map(({ id }) => id)).size).toBe(ids.length);
      for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/);
      expect(codes).toContain('F1');
    }, files));

  it('1.2 pollutes no prototype', () =>
    inSandbox(async (box) => {
      const evil =
        '{"findings":[{"title":"t","__proto__":{"severity":"critical","status":"fixed"},"constructor":{"prototype":{"x":1}}}],"__proto__":{"x":1}}';
      const report = await reportOn(box, evil);
      expect(report.findings).toMatchObject([{ title: 't', severity: 'medium', status: 'blocked' }]);
    }, files));

  it('13.2 nothing in a finding steers the terminal, the commit message or the prompt, however long it is', () =>
    inSandbox(async (box) => {
      const evil = '\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Etxt.exe\r\n\u0000rm -rf\u2028x';
      const words = {
        title: evil + 'x'.repeat(10_000),
        description: evil.repeat(2_000),
        category: evil,
        reviewer: evil,
        rule: evil,
        id: evil,
      };
      const agent = scriptedAgent(join(box.scratch, 'agent'), {
        default: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }], explanation: evil },
      });
      const from = write(box, doc({ ...base, ...words }));
      const command = agent.command.map((part) => `'${part}'`).join(' ');
      const { stdout, stderr, code } = await box.run([
        'fix',
        '--from',
        from,
        '--agent-command',
        command,
        '--verify',
        'true',
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const text of [
        stdout,
        (await box.run(['report'])).stdout,
        (await box.run(['report', '--format', 'markdown'])).stdout,
      ])
        expectPlain(text);
      const message = box.git('log', '-1', '--format=%B', '--branches=fixpoint/*');
      expectPlain(message);
      expect(Math.max(...message.split('\n').map((line) => line.length))).toBeLessThan(250);
    }, files));
});
