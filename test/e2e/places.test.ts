/**
 * Places move with the code: what the second fixer of a file is shown, what checks look at, and what the report says
 * (1.10).
 */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { type Scenario, scriptedAgent } from '../fakes/scripted.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { join } from 'node:path';

/** The files first: what a test is about. */
const within = (files: Record<string, string>, use: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
  inSandbox(use, files);

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

const deleteLines = (from: number, to: number): string => `sed -i '${from},${to}d' f.txt`;

/** Of the last call about a finding. */
const promptFor = (calls: { codes: string[]; prompt: string }[], code: string): string =>
  calls.findLast((call) => call.codes.includes(code))?.prompt ?? '';

describe('1.10 findings from a file', () => {
  it('1.10 P3: the second finding of a file is shown its own code after the first fix removed 80 lines', () =>
    within({ 'f.txt': numbered(400) }, async (sandbox) => {
      const { agent, args } = fixing(sandbox, {
        findings: [
          { code: 'F001', file: 'f.txt', line: 100, severity: 'high' },
          { code: 'F002', file: 'f.txt', line: 300 },
        ],
        scenario: {
          findings: {
            F001: { run: deleteLines(100, 179) },
            F002: [
              { outcome: 'deferred', explanation: 'the parser has to be changed first' },
              { edits: [{ file: 'f.txt', find: 'line 300\n', replace: 'line CCC\n' }] },
            ],
          },
        },
        verify: 'true',
      });
      const { report } = await sandbox.report(args);
      const prompt = promptFor(agent.calls('fix'), 'F002');
      expect(prompt).toContain('place: f.txt:220\n');
      expect(prompt).toContain('220 | line 300\n');
      expect(prompt).not.toContain('line 380');
      expect(agent.calls('fix').at(-1)?.input).toMatchObject({ findings: [{ code: 'F002', line: 220 }] });
      expect(report.status).toBe('clean');
      expect(findingOf(report, 'F002')).toMatchObject({
        status: 'fixed',
        line: 220,
        reported: { file: 'f.txt', line: 300 },
      });
      expect(findingOf(report, 'F001')).toMatchObject({ line: 100 });
      expect(findingOf(report, 'F001').reported).toBeUndefined();
    }));

  it('1.10 a finding stays the same one, also in the report of one that nobody could fix', () =>
    within({ 'f.txt': numbered(60) }, async (sandbox) => {
      const options = {
        findings: [
          { code: 'F001', file: 'f.txt', line: 10, severity: 'high' },
          { code: 'F002', file: 'f.txt', line: 40 },
        ],
        verify: 'true',
      };
      const stay = { outcome: 'blocked', explanation: 'needs a decision of the product owner' };
      const untouched = fixing(sandbox, {
        ...options,
        scenario: { findings: { F001: stay, F002: stay } },
        name: 'one',
      });
      const before = findingOf((await sandbox.report(untouched.args)).report, 'F002');
      const moving = fixing(sandbox, {
        ...options,
        scenario: { findings: { F001: { run: 'sed -i 10iinserted f.txt' }, F002: stay } },
        name: 'two',
      });
      const { report } = await sandbox.report(moving.args);
      const after = findingOf(report, 'F002');
      expect(after).toMatchObject({
        status: 'blocked',
        line: 41,
        reported: { line: 40 },
        id: before.id,
        anchor: before.anchor,
      });
      const text = await sandbox.run(['report', report.run]);
      expect(text.stdout).toContain('f.txt:41 (reported at line 40)');
    }));

  it('1.10 says to the fixer and in the report that another fix removed the lines', () =>
    within({ 'f.txt': numbered(60) }, async (sandbox) => {
      const { agent, args } = fixing(sandbox, {
        findings: [
          { code: 'F001', file: 'f.txt', line: 10, severity: 'high' },
          { code: 'F002', file: 'f.txt', line: 15 },
        ],
        scenario: { findings: { F001: { run: deleteLines(10, 20) }, F002: { edits: [] } } },
        verify: 'true',
      });
      const { report } = await sandbox.report(args);
      expect(promptFor(agent.calls('fix'), 'F002')).toContain('the fix of F001 removed them');
      const gone = findingOf(report, 'F002');
      expect(gone).toMatchObject({
        status: 'blocked',
        removedBy: { commit: findingOf(report, 'F001').commit, codes: 'F001' },
      });
      expect(gone.reason).toContain('the fix of F001 removed the lines that it was about');
    }));

  it('1.10 a renamed file is not deleted, and one that a fix deleted says whose fix it was', () =>
    within({ 'old.txt': numbered(40), 'dead.txt': numbered(10) }, async (sandbox) => {
      const { agent, args } = fixing(sandbox, {
        findings: [
          { code: 'F001', file: 'old.txt', line: 3, severity: 'critical' },
          { code: 'F002', file: 'old.txt', line: 30 },
          { code: 'F003', file: 'dead.txt', line: 2, severity: 'critical' },
          { code: 'F004', file: 'dead.txt', line: 5 },
          { code: 'F005', file: 'old.txt' },
        ],
        scenario: {
          findings: {
            F001: { run: 'sed -i 3d old.txt && mv old.txt new.txt' },
            F002: { edits: [{ file: 'new.txt', find: 'line 30\n', replace: 'line XXX\n' }] },
            F003: { edits: [{ file: 'dead.txt', delete: true }] },
            F005: { edits: [{ file: 'new.txt', find: 'line 1\n', replace: 'line one\n' }] },
          },
        },
        verify: 'true',
      });
      const { report } = await sandbox.report(args);
      expect(promptFor(agent.calls('fix'), 'F002')).toContain('place: new.txt:29\n');
      expect(promptFor(agent.calls('fix'), 'F002')).toContain('29 | line 30\n');
      expect(findingOf(report, 'F002')).toMatchObject({
        status: 'fixed',
        file: 'new.txt',
        line: 29,
        reported: { file: 'old.txt', line: 30 },
      });
      expect(findingOf(report, 'F005')).toMatchObject({
        status: 'fixed',
        file: 'new.txt',
        reported: { file: 'old.txt' },
      });
      // One that nobody was asked about before the file went away is closed at the next cycle.
      expect(findingOf(report, 'F004').reason).toContain('F003');
    }));

  it('1.10 a run that is ended and resumed between two fixes goes on at the same places', () =>
    within({ 'f.txt': numbered(400) }, async (sandbox) => {
      const { agent, args } = fixing(sandbox, {
        findings: [
          { code: 'F001', file: 'f.txt', line: 100, severity: 'high' },
          { code: 'F002', file: 'f.txt', line: 300 },
        ],
        scenario: {
          findings: {
            F001: { run: deleteLines(100, 179) },
            F002: [{ call: { exit: 77 } }, { edits: [{ file: 'f.txt', find: 'line 300\n', replace: 'line CCC\n' }] }],
          },
        },
        verify: 'true',
      });
      const first = await sandbox.report(args);
      expect(first.report).toMatchObject({ status: 'leftovers', stopReason: 'quota' });
      expect(findingOf(first.report, 'F002')).toMatchObject({ line: 220, reported: { line: 300 } });
      const { report } = await sandbox.report(['resume', first.report.run]);
      expect(promptFor(agent.calls('fix'), 'F002')).toContain('220 | line 300\n');
      expect(findingOf(report, 'F002')).toMatchObject({ status: 'fixed', line: 220 });
    }));
});

/** Reports every line with `BAD`, as compilers do; of the files that it is given, or of all. */
const lint = String.raw`
import { existsSync, readdirSync, readFileSync } from 'node:fs';
const files = process.argv.slice(2).filter((file) => file !== '.');
for (const file of files.length > 0 ? files : readdirSync('.').filter((name) => name.endsWith('.txt'))) {
  if (!existsSync(file)) { console.error('no such file: ' + file); process.exit(2); }
  readFileSync(file, 'utf8').split('\n').forEach((line, index) => {
    for (const [, rule] of line.matchAll(/BAD(\d)/g)) console.log(file + ':' + (index + 1) + ':1: error R00' + rule + ': found something bad');
  });
}
`;

/**
 * The same in a format that has machine-made fixes: what is WORSE is seen only in the whole, and can be mended by
 * itself.
 */
const suggesting = String.raw`
import { readFileSync } from 'node:fs';
const whole = process.argv[2] === '.';
const found = readFileSync('f.txt', 'utf8').split('\n').flatMap((line, index) => {
  const at = { line: index + 1, column: 1 };
  const range = { start: at, end: { line: index + 1, column: line.length + 1 } };
  const said = (message, value, more = {}) => [{ message, code: { value }, severity: 'ERROR', location: { path: 'f.txt', range }, ...more }];
  if (line.includes('BAD')) return said('found something bad', 'R1');
  return whole && line.includes('WORSE') ? said('found something worse', 'R2', { suggestions: [{ range, text: line.replace('WORSE', 'good') }] }) : [];
});
console.log(JSON.stringify({ source: { name: 'lint' }, diagnostics: found }));
`;

const withBad = (count: number, ...bad: [line: number, rule: number][]): string =>
  numbered(count)
    .split('\n')
    .map((line, index) => `${line}${bad.flatMap(([at, rule]) => (at === index + 1 ? [` BAD${rule}`] : [])).join('')}`)
    .join('\n');

const linting = (sandbox: Sandbox, scenario: Scenario, verify = 'true', format = 'lines') => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const reviewers = [{ name: 'lint', kind: 'tool', command: ['node', 'lint.mjs', '{files}'], format }];
  return {
    agent,
    args: [
      'run',
      '--set',
      `agents.scripted=${JSON.stringify({ kind: 'command', command: agent.command })}`,
      '--agent',
      'scripted',
      '--set',
      `reviewers=${JSON.stringify(reviewers)}`,
      '--set',
      'findings.dedup=off',
      '--verify',
      verify,
    ],
  };
};

const outcomes = (report: Report): Record<string, string> =>
  Object.fromEntries(report.findings.map(({ code, status }) => [code, status]));

describe('1.10 findings of a tool', () => {
  it('1.10 one that another fix took along is fixed by that commit, and nobody is asked about it', () =>
    within({ 'f.txt': withBad(60, [10, 1], [12, 1], [50, 1]), 'lint.mjs': lint }, async (sandbox) => {
      const { agent, args } = linting(sandbox, {
        findings: {
          F001: { run: deleteLines(8, 20) },
          F003: { edits: [{ file: 'f.txt', find: ' BAD1', replace: '' }] },
        },
      });
      const { ended, report } = await sandbox.report(args);
      expect(outcomes(report)).toEqual({ F001: 'fixed', F002: 'fixed', F003: 'fixed' });
      const [first, second, third] = ['F001', 'F002', 'F003'].map((code) => findingOf(report, code));
      expect(second).toMatchObject({ commit: first?.commit, reason: 'fixed together with F001', attempts: [] });
      expect(third).toMatchObject({ line: 37, reported: { line: 50 } });
      expect(third?.commit).not.toBe(first?.commit);
      expect(agent.calls('fix').flatMap(({ codes }) => codes)).toEqual(['F001', 'F003']);
      expect(promptFor(agent.calls('fix'), 'F003')).toContain('37 | line 50 BAD1\n');
      expect(ended.stderr).toContain('F002: fixed together with F001');
      expect(report).toMatchObject({ status: 'clean', totals: { fixed: 3 }, cycles: [{ fixed: 3 }] });
    }));

  it('1.10 5.5 a fix of the neighbour does not count: the tool still reports the finding in its place', () =>
    within({ 'f.txt': withBad(60, [10, 1], [50, 1]), 'lint.mjs': lint }, async (sandbox) => {
      const right = { edits: [{ file: 'f.txt', find: 'line 10 BAD1', replace: 'line 10' }] };
      const wrong = { edits: [{ file: 'f.txt', find: 'line 50 BAD1', replace: 'line 50' }] };
      const { args } = linting(sandbox, { findings: { F001: [wrong, right], F002: wrong } });
      const { report } = await sandbox.report(args);
      const first = findingOf(report, 'F001');
      expect(first.attempts[0]).toMatchObject({
        result: 'refused',
        gate: 'tool',
        reason: 'lint still reports R001 in f.txt:10',
      });
      expect(findingOf(report, 'F002').status).toBe('fixed');
    }));

  it('1.10 the tool is asked about a renamed file by its new name, and what it reported before is nothing new', () =>
    within({ 'old.txt': withBad(30, [10, 1], [20, 2]), 'lint.mjs': lint }, async (sandbox) => {
      const { args } = linting(sandbox, {
        findings: {
          F001: { run: "sed -i 's/ BAD1//' old.txt && mv old.txt new.txt" },
          F002: { edits: [{ file: 'new.txt', find: ' BAD2', replace: '' }] },
        },
      });
      const { report } = await sandbox.report(args);
      expect(outcomes(report)).toEqual({ F001: 'fixed', F002: 'fixed' });
      expect(findingOf(report, 'F002')).toMatchObject({
        file: 'new.txt',
        line: 20,
        reported: { file: 'old.txt', line: 20 },
      });
      expect(report.status).toBe('clean');
    }));

  it('1.10 a fix that is taken out again moves nothing', () =>
    within({ 'f.txt': withBad(60, [50, 1]), 'g.txt': withBad(20, [5, 1]), 'lint.mjs': lint }, async (sandbox) => {
      // Each passes by itself, and both together do not: the second is taken out, and its new lines with it.
      const { args, agent } = linting(
        sandbox,
        {
          findings: {
            F001: [{ run: "sed -i '1ione' f.txt && sed -i 's/ BAD1//' f.txt" }],
            F002: [
              { run: "sed -i '1itwo' g.txt && sed -i 's/ BAD1//' g.txt && touch two.md" },
              { run: "sed -i 's/ BAD1//' g.txt" },
            ],
          },
        },
        '! (grep -q one f.txt && grep -q two g.txt)',
      );
      const { report } = await sandbox.report(args);
      expect(outcomes(report)).toEqual({ F001: 'fixed', F002: 'fixed' });
      expect(findingOf(report, 'F002').attempts[0]).toMatchObject({ gate: 'verify' });
      expect(promptFor(agent.calls('fix'), 'F002')).toContain('place: g.txt:5\n');
      expect(findingOf(report, 'F002').reported).toBeUndefined();
    }));

  it('1.10 4.12 machine-made edits of a later review are about the code that was reviewed', () =>
    within({ 'f.txt': withBad(30, [10, 1]), 'lint.mjs': suggesting }, async (sandbox) => {
      const { args } = linting(
        sandbox,
        { findings: { F001: { run: "sed -i -e '1,5d' -e 's/ BAD1/ WORSE/' f.txt" } } },
        'true',
        'rdjson',
      );
      const { report } = await sandbox.report([...args, '--set', 'gates.growth.ownLines=fix']);
      const later = report.findings.find(({ title }) => title === 'found something worse');
      expect(later).toMatchObject({ status: 'fixed', line: 5 });
      expect(later?.attempts).toMatchObject([{ agent: 'autofix', result: 'accepted' }]);
      expect(sandbox.git('show', `${report.branch}:f.txt`)).toContain('line 9\nline 10 good\nline 11');
    }));
});
