/** Checks of single files through the command line (5.7): first, cheap, and a fix that fails its own is refused. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type Scenario, type ScriptedAgent } from '../fakes/scripted.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'docs/c.txt': 'bad c\n' };
const findings: FindingInput[] = [
  { code: 'F1', file: 'src/a.txt', line: 1 },
  { code: 'F2', file: 'src/b.txt', line: 1 },
  { code: 'F3', file: 'docs/c.txt', line: 1 },
];

const write = (file: string, text: string) => ({ edits: [{ file, write: text }] });
const good: Scenario = {
  findings: {
    F1: write('src/a.txt', 'good a\n'),
    F2: write('src/b.txt', 'good b\n'),
    F3: write('docs/c.txt', 'good c\n'),
  },
};

const hostile = { '--help.txt': 'bad\n', '$(touch pwned);x.txt': 'bad\n', "it's {dir}.txt": 'bad\n' };

/** Long enough for a renamed file to be recognised. */
const long = (first: string): string => [first, ...Array.from({ length: 20 }, (_, n) => `line ${n}`)].join('\n');

/** Writes down each of its arguments, and passes unless the file says that it is wrong. */
const check = (sandbox: Sandbox): string[] => [
  'sh',
  '-c',
  `for each; do echo "$each" >> ${join(sandbox.scratch, 'checks')}; done; echo looked at "$1"; ! grep -q wrong -- "$1"`,
  'check',
];
/** Writes down what it was run on. It passes, unless a file was broken on purpose to see whether it notices. */
const main = (sandbox: Sandbox): string =>
  `cat src/*.txt >> ${join(sandbox.scratch, 'suite')}; ! grep -rq 'broken on purpose' .`;

const linesOf = (sandbox: Sandbox, name: string): string[] => {
  const path = join(sandbox.scratch, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
};

type Options = { targets?: unknown; given?: FindingInput[]; more?: string[] };
type Done = { report: Report; text: string; agent: ScriptedAgent };

const fix = async (sandbox: Sandbox, scenario: Scenario, options: Options = {}): Promise<Done> => {
  const { targets = [{ files: 'src/{name}.txt', command: [...check(sandbox), '{file}'] }], given = findings } = options;
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const settings = [
    `agents.fake=${JSON.stringify({ kind: 'command', command: agent.command })}`,
    `verify.targets=${JSON.stringify(targets)}`,
    'limits.cycles=1',
    'fix.concurrency=1',
  ].flatMap((setting) => ['--set', setting]);
  const args = ['fix', '--from', sandbox.findings(given), '--agent', 'fake', ...settings, '--verify', main(sandbox)];
  const { ended, report } = await sandbox.report([...args, ...(options.more ?? [])]);
  return { report, text: ended.stderr, agent };
};

describe('checks of single files', () => {
  it('5.7 5.10 refuse a fix that fails its own though the suite passes, which is not run for it', () =>
    inSandbox(async (sandbox) => {
      const wrong = { findings: { ...good.findings, F2: write('src/b.txt', 'wrong b\n') } };
      const { report, agent } = await fix(sandbox, wrong);
      expect(findingOf(report, 'F1')).toMatchObject({ status: 'fixed', proof: ['target', 'tests'] });
      expect(findingOf(report, 'F3')).toMatchObject({ status: 'fixed', proof: ['tests'] });
      const [attempt] = findingOf(report, 'F2').attempts;
      expect(attempt).toMatchObject({
        result: 'refused',
        gate: 'target',
        reason: expect.stringMatching(/^`sh -c .* check src\/b\.txt` failed \(exit 1\)$/s),
        verification: {
          verdict: 'failed',
          tools: [],
          commands: [
            {
              status: 'failed',
              stdout: 'looked at src/b.txt\n',
              target: { files: ['src/b.txt'], start: { status: 'passed' } },
            },
          ],
        },
      });
      expect(linesOf(sandbox, 'suite')).not.toContain('wrong b');
      expect(linesOf(sandbox, 'suite')).toContain('good a');
      // Once for each change; what failed is compared with the start, and believed when it fails again.
      expect(linesOf(sandbox, 'checks')).toEqual(['src/a.txt', 'src/b.txt', 'src/b.txt', 'src/b.txt']);
      // Whoever fixes it knows of it.
      expect(agent.calls().find(({ codes }) => codes.includes('F1'))?.input).toMatchObject({
        verify: [expect.stringMatching(/check src\/a\.txt$/), main(sandbox)],
      });
    }, files));

  it('5.7 4.4 begin the next attempt from the refused change, with what the check printed', () =>
    inSandbox(async (sandbox) => {
      const mends = { edits: [{ file: 'src/a.txt', find: 'wrong', replace: 'good' }] };
      const { report, agent } = await fix(
        sandbox,
        { findings: { F1: [write('src/a.txt', 'wrong a\n'), mends] } },
        { given: findings.slice(0, 1), more: ['--set', 'limits.cycles=2'] },
      );
      expect(findingOf(report, 'F1')).toMatchObject({
        status: 'fixed',
        proof: ['target', 'tests'],
        attempts: [{ gate: 'target' }, { result: 'accepted' }],
      });
      expect(agent.calls()[1]?.prompt).toContain('looked at src/a.txt');
    }, files));

  it('5.7 refuse a fix whose own check was red and stays red, and take what makes it green', () =>
    inSandbox(
      async (sandbox) => {
        const still = { findings: { ...good.findings, F1: write('src/a.txt', 'still wrong\n') } };
        const { report } = await fix(sandbox, still, { more: ['--set', 'verify.unproven=accept'] });
        expect(findingOf(report, 'F1').attempts).toMatchObject([
          { gate: 'target', reason: expect.stringContaining('as it did before: a finding whose own check stays red') },
        ]);
        expect(findingOf(report, 'F2')).toMatchObject({ status: 'fixed', proof: ['target', 'tests'] });
      },
      { ...files, 'src/a.txt': 'wrong a\n', 'src/b.txt': 'wrong b\n' },
    ));

  it('5.7 5.10 --require-proof target: what no check speaks about costs nothing, and says what to do', () =>
    inSandbox(async (sandbox) => {
      const { report, agent } = await fix(sandbox, good, { more: ['--require-proof', 'target'] });
      expect(findingOf(report, 'F1').status).toBe('fixed');
      expect(findingOf(report, 'F3')).toMatchObject({
        status: 'blocked',
        reason: expect.stringContaining('name one for its file under verify.targets'),
        attempts: [],
      });
      expect(agent.calls()).toHaveLength(2);
    }, files));

  it('5.7 are about a file under its new name, run once for a unit, and not at all for a file that is gone', () =>
    inSandbox(
      async (sandbox) => {
        const scenario: Scenario = {
          findings: {
            F1: {
              edits: [
                { file: 'src/a.txt', delete: true },
                { file: 'src/new.txt', write: long('good a') },
              ],
            },
            F2: { edits: [{ file: 'src/b.txt', delete: true }] },
          },
        };
        const given = [...findings.slice(0, 2), { code: 'F4', file: 'src/a.txt', line: 3 }];
        const { report } = await fix(
          sandbox,
          { ...scenario, default: {} },
          { given, more: ['--set', 'fix.mode=batch'] },
        );
        expect(linesOf(sandbox, 'checks')).toEqual(['src/new.txt']);
        expect(findingOf(report, 'F1').proof).toEqual(['target', 'tests']);
        expect(findingOf(report, 'F2').proof).toEqual(['tests']);
      },
      { ...files, 'src/a.txt': long('bad a') },
    ));

  it('5.7 give hostile names to programs as arguments, and none of them becomes an option', () =>
    inSandbox(
      async (sandbox) => {
        const names = Object.keys(hostile);
        const given = names.map((file, index) => ({ code: `H${index}`, file, line: 1 }));
        const scenario: Scenario = {
          findings: Object.fromEntries(names.map((file, index) => [`H${index}`, write(file, 'good\n')])),
        };
        const targets = [{ files: '**', command: [...check(sandbox), '{file}', '{name}'] }];
        const { report } = await fix(sandbox, scenario, { targets, given });
        expect(report.findings.map(({ status, proof }) => [status, proof])).toEqual(
          names.map(() => ['fixed', ['target', 'tests']]),
        );
        expect(linesOf(sandbox, 'checks').toSorted()).toEqual(
          [
            './--help.txt',
            './--help',
            '$(touch pwned);x.txt',
            '$(touch pwned);x',
            "it's {dir}.txt",
            "it's {dir}",
          ].toSorted(),
        );
        expect(existsSync(join(sandbox.root, 'pwned'))).toBe(false);
      },
      { ...files, ...hostile },
    ));

  it.each([['no-such-program'], [['no-such-program', '{file}']]])(
    '5.7 that cannot be started (%j) are reported as crashed, and refuse what verification would refuse',
    (command) =>
      inSandbox(async (sandbox) => {
        const targets = [{ files: 'src/a.txt', command }];
        const refused = await fix(sandbox, good, { targets });
        expect(findingOf(refused.report, 'F1').attempts).toMatchObject([
          { gate: 'target', verification: { verdict: 'unproven', commands: [{ status: 'crashed' }] } },
        ]);
        expect(findingOf(refused.report, 'F2').status).toBe('fixed');
        const accepted = await fix(sandbox, good, { targets, more: ['--set', 'verify.unproven=accept'] });
        expect(findingOf(accepted.report, 'F1')).toMatchObject({ status: 'fixed', proof: ['tests'] });
      }, files),
  );

  it('5.7 say what they are before they run, and in the reports', () =>
    inSandbox(async (sandbox) => {
      const wrong = { findings: { ...good.findings, F2: write('src/b.txt', 'wrong b\n') } };
      const targets = [{ files: 'src/{name}.txt', command: ['grep', '-q', 'good', 'src/{name}.txt'] }];
      const { text, report } = await fix(sandbox, wrong, { targets });
      expect(text).toContain('check of src/{name}.txt: grep -q good src/{name}.txt');
      expect(text).toMatch(/^.*Own check of F2 failed: `grep -q good src\/b\.txt` failed \(exit 1\)/m);
      const run = report.run;
      const markdown = await sandbox.run(['report', run, '--format', 'markdown']);
      expect(markdown.stdout).toContain('`grep -q good src/b.txt`, the check of `src/b.txt`: failed');
      const page = await sandbox.run(['report', run, '--format', 'html']);
      expect(page.stdout).toContain('own check');
    }, files));
});
