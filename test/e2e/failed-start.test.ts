/**
 * A start that cannot be verified ends the run before money is spent (5.9); one that merely fails leaves what can be
 * proven in spite of it (5.2).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { badFindings, goodF1, goodF2, inSandbox } from '../support/bad-agent.ts';
import { fixing, type FixingOptions } from '../support/fixing.ts';
import { openTerminal } from '../support/terminal.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' };
const good = { findings: { F1: goodF1, F2: goodF2 } };

const prepared = (sandbox: Sandbox, verify: string, more: Partial<FixingOptions> = {}) =>
  fixing(sandbox, { findings: badFindings, scenario: good, verify, ...more });

describe('5.9 a start that cannot be verified', () => {
  it.each([
    [
      'a program that nobody has installed',
      'no-such-linter src',
      {},
      /not found/,
      /Is no-such-linter spelled right\?.* set verify\.setup/,
    ],
    [
      'a script of a package manager',
      'sh -c "echo start; uvu"',
      { 'package-lock.json': '{}' },
      /uvu/,
      /for example \["npm ci"\]/,
    ],
    [
      'another package manager',
      'uvu',
      { 'pnpm-lock.yaml': '', 'package.json': '{}' },
      /uvu/,
      /\["pnpm install --frozen-lockfile"\]/,
    ],
    [
      'Python',
      `echo "ModuleNotFoundError: No module named 'requests'" >&2; exit 1`,
      { 'requirements.txt': 'requests' },
      /No module named/,
      /pip install -r/,
    ],
    [
      'a module of Node',
      `node -e "require('left-pad')"`,
      { 'yarn.lock': '' },
      /Cannot find module 'left-pad'/,
      /yarn install/,
    ],
    ['no program', './src/a.txt', {}, /src\/a\.txt/, /executable/],
    ['one that is killed', 'echo begins; kill -9 $$', {}, /begins/, /too little memory|verify\.setup/],
    ['one that takes too long', 'echo begins; sleep 60', {}, /begins/, /verify\.timeout/],
  ])('5.9 is the end, and nobody is asked: %s', (_, verify, more, output, remedy) =>
    inSandbox(
      async (sandbox) => {
        const { args, agent } = prepared(sandbox, verify, {
          set: ['verify.timeout=2s', 'plan.agent=scripted', 'clarify.agent=scripted'],
        });
        const ended = await sandbox.run(args);
        expect(agent.calls()).toEqual([]);
        expect(ended.code).toBe(1);
        // The end of what it printed stands by itself in the report.
        expect(
          ended.stdout
            .split('\n')
            .filter((line) => line.startsWith('  | '))
            .join('\n'),
        ).toMatch(output);
        expect(ended.stdout).toContain('# once its commands work here; other commands need a new run');
        const { stdout } = await sandbox.run(['report', '--json']);
        const report: unknown = JSON.parse(stdout);
        expect(report).toMatchObject({
          status: 'failed',
          stopReason: 'baseline',
          branch: null,
          message: expect.stringMatching(remedy),
        });
        expect(JSON.stringify(report)).toMatch(output);
        const markdown = await sandbox.run(['report', '--format', 'markdown']);
        expect(markdown.stdout).toMatch(output);
        expect(markdown.stdout.replaceAll('\\', '')).toMatch(remedy);
      },
      { ...files, ...more },
    ),
  );

  it('5.9 goes on when it is resumed and mended by then, from the start on', () =>
    inSandbox(async (sandbox) => {
      const program = join(sandbox.scratch, 'checker');
      const { args, agent } = prepared(sandbox, program);
      const first = await sandbox.report(args);
      expect(first.report).toMatchObject({ status: 'failed', stopReason: 'baseline', totals: { fixed: 0, open: 0 } });
      writeFileSync(program, '#!/bin/sh\n! grep -rq BROKEN src\n', { mode: 0o755 });
      const { ended, report } = await sandbox.report(['resume']);
      expect(ended.code).toBe(0);
      expect(report).toMatchObject({
        run: first.report.run,
        status: 'clean',
        totals: { fixed: 2 },
        verification: { baseline: { verdict: 'passed' } },
      });
      expect(agent.calls()).toHaveLength(2);
    }, files));

  it('5.9 names what was set up and was not enough', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = prepared(sandbox, 'uvu', { set: ['verify.setup=["true"]'] });
      const { report } = await sandbox.report(args);
      expect(report.message).toMatch(/Is uvu spelled right\? If so, verify\.setup \(`true`\) does not install/);
      expect(agent.calls()).toEqual([]);
    }, files));

  it('5.9 has no green tick on a terminal', () =>
    inSandbox(async (sandbox) => {
      const terminal = openTerminal(sandbox, prepared(sandbox, 'uvu').args);
      expect(await terminal.ended).toBe(1);
      expect(terminal.shown()).toContain('Untouched start: verification could not be carried out');
      expect(terminal.shown()).not.toMatch(/✔ Untouched start/);
    }, files));

  it('5.9 control: one that passes is fixed on as ever', () =>
    inSandbox(async (sandbox) => {
      const { report } = await sandbox.report(prepared(sandbox, '! grep -rq BROKEN src').args);
      expect(report).toMatchObject({ status: 'clean', totals: { fixed: 2 }, warnings: [] });
    }, files));
});

describe('5.2 a start that merely fails', () => {
  it('5.2 says before any call that only a fix which makes the command pass counts, and takes such a fix', () =>
    inSandbox(async (sandbox) => {
      const marker = join(sandbox.scratch, 'asked');
      const { args } = prepared(sandbox, '! grep -q bad src/a.txt', {
        findings: badFindings.slice(0, 1),
        scenario: { findings: { F1: { ...goodF1, run: `touch ${marker}` } } },
      });
      const ended = await sandbox.run(args);
      expect(ended.code).toBe(0);
      expect(existsSync(marker)).toBe(true);
      const said = ended.stdout.indexOf('only one that makes it pass counts');
      expect(said).toBeGreaterThan(0);
      expect(said).toBeLessThan(ended.stdout.indexOf('Fixing F1'));
    }, files));

  it('5.9 ends after the first fixes when they do not, instead of paying for others', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = prepared(sandbox, 'exit 3', { set: ['fix.concurrency=2'] });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(1);
      expect(report).toMatchObject({
        status: 'failed',
        stopReason: 'baseline',
        message: expect.stringMatching(/nothing can be proven/),
      });
      expect(agent.calls()).toHaveLength(2);
      expect(findingOf(report, 'F1').attempts).toMatchObject([{ result: 'refused', gate: 'verify' }]);
    }, files));

  it('5.2 goes on where single tests tell what got worse', () =>
    inSandbox(async (sandbox) => {
      const suite = `echo TAP version 13; echo not ok 1 - old; echo ok 2 - new; echo 1..2; exit 1`;
      const { report } = await sandbox.report(prepared(sandbox, suite).args);
      expect(report).toMatchObject({
        status: 'clean',
        totals: { fixed: 2 },
        warnings: [expect.stringMatching(/compared one by one/)],
      });
    }, files));
});

/**
 * Prints what linters print: every word `bad` is one finding, every `worse` another; as lines, or as the JSON of
 * ESLint.
 */
const linter = String.raw`import { readdirSync, readFileSync } from 'node:fs';
const found = readdirSync('src').toSorted().flatMap((name) => readFileSync('src/' + name, 'utf8').split('\n').flatMap((text, index) =>
  (text.match(/bad|worse/g) ?? []).map((word) => ({ file: 'src/' + name, line: index + 1, word }))));
const lines = found.map(({ file, line, word }) => file + ':' + line + ':1: error: ' + word + ' is not allowed [no-' + word + ']');
const messages = (own) => own.map(({ line, word }) => ({ ruleId: 'no-' + word, severity: 2, message: word + ' is not allowed', line, column: 1 }));
const json = Object.entries(Object.groupBy(found, ({ file }) => file)).map(([file, own]) => ({ filePath: process.cwd() + '/' + file, messages: messages(own) }));
if (process.argv[2] === 'npm') console.log('\n> example@1.0.0 lint\n> eslint .\n');
console.log(process.argv[2] === 'json' ? JSON.stringify(json) : [...lines, ...(lines.length > 0 ? ['', lines.length + ' problems'] : [])].join('\n'));
process.exit(found.length > 0 ? 1 : 0);
`;
const linted = { 'src/a.txt': 'bad a\nbad again\n', 'src/b.txt': 'bad b\n', 'lint.mjs': linter };

const lintRun = async (sandbox: Sandbox, edits: { F1: string; F2?: string }, how = 'lines', set: string[] = []) => {
  const { args, agent } = fixing(sandbox, {
    findings: badFindings,
    scenario: {
      findings: {
        F1: { edits: [{ file: 'src/a.txt', write: edits.F1 }] },
        F2: { edits: [{ file: 'src/b.txt', write: edits.F2 ?? 'good b\n' }] },
      },
    },
    verify: '! grep -rq BROKEN src',
    set: ['limits.cycles=1', ...set],
  });
  const { report } = await sandbox.report([...args, '--verify', `${process.execPath} lint.mjs ${how}`]);
  return { report, agent };
};

describe('5.2 a lint command that fails at the start', () => {
  it.each(['lines', 'json', 'npm'])('5.2 proves fixes that remove findings and add none (%s)', (how) =>
    inSandbox(async (sandbox) => {
      const { report } = await lintRun(sandbox, { F1: 'new line\nbad a\ngood again\n' }, how);
      expect(report).toMatchObject({
        status: 'clean',
        totals: { fixed: 2 },
        warnings: [expect.stringMatching(/It reports 3 findings/)],
      });
      expect(report.verification.final?.verdict).toBe('passed');
    }, linted),
  );

  it.each([
    ['removes none', 'bad a\nbad again\nmore\n', /as it did before/],
    ['swaps one for another', 'worse a\nbad again\n', /reports something new: src\/a\.txt: no-worse/],
    ['adds one of the same kind', 'bad a\nbad again\nbad\n', /reports something new: src\/a\.txt: no-bad/],
    ['removes one and adds two', 'worse a\nworse again\n', /something new/],
    ['breaks what another command checks', 'good a\ngood BROKEN\n', /failed/],
  ])('5.2 refuses one that %s, and takes the other', (_, text, reason) =>
    inSandbox(async (sandbox) => {
      const { report } = await lintRun(sandbox, { F1: text });
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'blocked',
        attempts: [{ result: 'refused', gate: 'verify', reason: expect.stringMatching(reason) }],
      });
      expect(findingOf(report, 'F2').status).toBe('fixed');
    }, linted),
  );

  it('5.2 lets nothing come back that an earlier fix has removed', () =>
    inSandbox(
      async (sandbox) => {
        // One after the other: F2 is judged by what F1 has left, not by the start.
        const { args } = fixing(sandbox, {
          findings: [
            { code: 'F1', file: 'src/a.txt', line: 1 },
            { code: 'F2', file: 'src/a.txt', line: 3 },
          ],
          scenario: {
            findings: {
              F1: { edits: [{ file: 'src/a.txt', write: 'good\ngood\nbad z\n' }] },
              F2: { edits: [{ file: 'src/a.txt', write: 'bad a\ngood\ngood z\n' }] },
            },
          },
          verify: `${process.execPath} lint.mjs`,
          set: ['limits.cycles=1'],
        });
        const { report } = await sandbox.report(args);
        expect(findingOf(report, 'F1').status).toBe('fixed');
        expect(findingOf(report, 'F2')).toMatchObject({
          status: 'blocked',
          attempts: [{ result: 'refused', gate: 'verify' }],
        });
      },
      { ...linted, 'src/a.txt': 'bad a\nbad b\nbad z\n', 'src/b.txt': 'bad\n' },
    ));

  it('5.2 does not take words that are no findings for proof', () =>
    inSandbox(async (sandbox) => {
      // Fewer findings, and one more line that nobody understands.
      const text = `if (process.argv[2] !== 'json') console.log('internal error: gave up');\n`;
      const { args } = fixing(sandbox, {
        findings: badFindings.slice(0, 1),
        scenario: {
          findings: {
            F1: {
              edits: [
                { file: 'src/a.txt', write: 'good\n' },
                { file: 'lint.mjs', write: text + linter },
              ],
            },
          },
        },
        verify: `${process.execPath} lint.mjs`,
        set: ['limits.cycles=1'],
      });
      const { report } = await sandbox.report(args);
      expect(findingOf(report, 'F1')).toMatchObject({ status: 'blocked', attempts: [{ result: 'refused' }] });
    }, linted));
});
