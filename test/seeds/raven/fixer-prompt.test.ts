/** Raven: what the prompt of a fixer holds of the reviewed change, and that all of it is bounded. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Preview } from '../../../src/app/start/preview-units.ts';
import type { Report } from '../../../src/model/report.ts';
import { scriptedAgent, type ScriptedAgent } from '../../fakes/scripted.ts';
import { findingOf } from '../../support/accounted.ts';
import { fixing } from '../../support/fixing.ts';
import { type FindingInput, openSandbox, type Sandbox } from '../../support/sandbox.ts';

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const changed = (lines: readonly string[], at: Readonly<Record<number, string>>): string =>
  text(lines.map((line, n) => at[n + 1] ?? line));

describe('R05 the change under review', () => {
  let sandbox: Sandbox;
  let agent: ScriptedAgent;
  let args: string[];
  let report: Report;
  const token = ['ghp', 'a1B2'.repeat(9)].join('_');
  const lines = numbered('a', 60).map((line, n) => (n === 11 ? `token = "${token}"` : line));
  const findings: FindingInput[] = [
    { code: 'A', file: 'src/a.txt', line: 10 },
    { code: 'M', file: 'src/a.txt', line: 30, severity: 'low' },
    { code: 'R', file: 'src/new.txt', line: 5 },
    { code: 'N', file: 'src/fresh.txt', line: 1 },
    { code: 'U', file: 'src/untouched.txt', line: 1 },
    { code: 'B', file: 'src/was-binary.txt', line: 1 },
  ];

  beforeAll(async () => {
    sandbox = openSandbox({
      'src/a.txt': text(lines),
      'src/old.txt': text(numbered('r', 30)),
      'src/untouched.txt': 'bad from the beginning\n',
      'src/gone.txt': 'gone\n',
    });
    sandbox.write('src/was-binary.txt', new Uint8Array([0, 1, 2, 255]));
    sandbox.commitAll('with a binary');
    sandbox.git('tag', 'base');
    sandbox.git('checkout', '--quiet', '-b', 'feature');
    sandbox.git('mv', 'src/old.txt', 'src/new.txt');
    sandbox.git('rm', '--quiet', 'src/gone.txt');
    sandbox.write('src/a.txt', changed(lines, { 10: 'bad a', 12: 'no token any more', 30: 'bad m', 58: 'far away' }));
    sandbox.write('src/new.txt', changed(numbered('r', 30), { 5: 'bad r' }));
    sandbox.write('src/fresh.txt', 'bad n\n');
    sandbox.write('src/was-binary.txt', 'bad b\n');
    sandbox.commitAll('feature');
    const fixes = (file: string, find: string, replace = 'good') => ({ edits: [{ file, find, replace }] });
    const scenario = {
      findings: {
        A: fixes('src/a.txt', 'bad a', ['good', ...numbered('more', 60)].join('\n')),
        M: fixes('src/a.txt', 'bad m'),
        R: fixes('src/new.txt', 'bad r'),
        N: fixes('src/fresh.txt', 'bad n'),
        U: fixes('src/untouched.txt', 'bad'),
        B: fixes('src/was-binary.txt', 'bad'),
      },
    };
    ({ agent, args } = fixing(sandbox, { findings, scenario }));
    const run = await sandbox.report([...args, '--base', 'base']);
    expect(run.ended.code, run.ended.stderr).toBe(0);
    ({ report } = run);
  });
  afterAll(() => sandbox.dispose());

  const callAbout = (code: string): { prompt: string; diff: string | undefined } => {
    const call = agent.calls('fix').find(({ codes }) => codes.includes(code));
    if (!call || call.input.role !== 'fix') throw new Error(`nobody was asked about ${code}`);
    return { prompt: call.prompt, diff: call.input.diff };
  };

  it('R05 4.16 is in the prompt, marked as data, and in the input: the hunks around the finding, and no others', () => {
    const { prompt, diff = '' } = callAbout('A');
    expect(diff).toContain('--- a/src/a.txt\n+++ b/src/a.txt\n@@ -7,');
    expect(diff).toContain('-a 10\n+bad a\n');
    expect(diff).not.toContain('far away');
    expect(prompt).toContain(`<data source="reviewed change">\n${diff}</data>`);
    expect(prompt).toContain('since "base"');
    expect(report.base).toBe(sandbox.git('rev-parse', 'base'));
  });

  it('R05 4.16 keeps secrets of both versions out, also of the one that is gone', () => {
    expect(callAbout('A').diff).toContain('-token = "');
    expect(callAbout('A').diff).toContain('+no token any more');
    for (const { prompt, input } of agent.calls('fix')) expect(prompt + JSON.stringify(input)).not.toContain(token);
  });

  it('R05 1.10 4.16 is that of the reviewed place, also when an earlier fix has moved it', () => {
    expect(findingOf(report, 'M')).toMatchObject({ line: 90, reported: { line: 30 }, status: 'fixed' });
    const { prompt, diff } = callAbout('M');
    expect(prompt).toContain('place: src/a.txt:90');
    expect(diff).toContain('-a 30\n+bad m\n');
  });

  it('R05 4.16 follows a renamed file, shows a new one as new, and nothing for what was no text', () => {
    const renamed = callAbout('R').diff ?? '';
    expect(renamed).toContain('--- a/src/old.txt\n+++ b/src/new.txt\n');
    expect(renamed).toContain('-r 5\n+bad r\n');
    expect(renamed).not.toContain('+r 20');
    expect(callAbout('B').diff).toBeUndefined();
    expect(callAbout('N').diff).toBe('--- /dev/null\n+++ b/src/fresh.txt\n@@ -0,0 +1,1 @@\n+bad n\n');
  });

  it('R05 4.16 says nothing about a finding outside of the change, or where nothing was changed', async () => {
    expect(callAbout('U').diff).toBeUndefined();
    expect(callAbout('U').prompt).not.toContain('The change under review');
    const same = await sandbox.run([...args, '--base', 'HEAD', '--dry-run']);
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout).not.toContain('The change under review');
  });

  it('R05 4.16 is shown for the findings of a tool as well, where a base is named', async () => {
    const tool = { name: 'words', kind: 'tool', command: ['echo', 'src/a.txt:10:1: bad word'], format: 'lines' };
    const flags = ['--set', `reviewers=${JSON.stringify([tool])}`, '--set', 'limits.cycles=1'];
    const before = agent.calls('fix').length;
    const { report: reviewed } = await sandbox.report(['run', ...args.slice(3), ...flags, '--base', 'base']);
    expect(reviewed.base).toBe(sandbox.git('rev-parse', 'base'));
    const [call] = agent.calls('fix').slice(before);
    expect(call?.input).toMatchObject({ diff: expect.stringContaining('-a 10\n+bad a\n') });
  });

  it('R05 4.16 with a base that is not there does not start; one of the configuration is only missed', async () => {
    const named = await sandbox.run([...args, '--base', 'nowhere']);
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('nowhere')]);
    sandbox.write('fixpoint.yaml', 'review: { base: nowhere }\n');
    const configured = await sandbox.run([...args, '--dry-run']);
    expect(configured.code, configured.stderr).toBe(0);
    expect(configured.stdout).toContain('so fixers do not see what was changed');
    sandbox.write('fixpoint.yaml', 'review: { base: base }\n');
    expect((await sandbox.run([...args, '--dry-run'])).stdout).toContain('-a 10\n+bad a\n');
  });
});

describe('R39, R44 a prompt is bounded', () => {
  const many = 12;
  const codes = Array.from({ length: many }, (_, n) => `F${n + 10}`);
  const findings = codes.map((code) => ({
    code,
    file: `src/${code}.txt`,
    line: 1,
    severity: 'high',
    description: 'long '.repeat(100),
  }));
  const files = Object.fromEntries(findings.map(({ file }) => [file, 'bad\n']));
  let sandbox: Sandbox;
  let args: string[];
  let agent: ScriptedAgent;

  const withContext = (context: number): string[] => [
    'fix',
    '--from',
    sandbox.findings(findings),
    '--set',
    `agents.fake=${JSON.stringify({ kind: 'command', command: agent.command, context })}`,
    '--agent',
    'fake',
    '--preset',
    'raven',
  ];

  beforeAll(() => {
    sandbox = openSandbox(files);
    const findingsOf = Object.fromEntries(
      findings.map(({ code, file }) => [code, { edits: [{ file, append: 'BROKEN\n' }] }]),
    );
    agent = scriptedAgent(join(sandbox.scratch, 'agent'), { findings: findingsOf });
    args = withContext(150_000);
  });
  afterAll(() => sandbox.dispose());

  it('R39 4.2 a review report too, and what is cut is said; R18 a dry run names what is in each prompt', async () => {
    const file = join(sandbox.scratch, 'review.md');
    writeFileSync(file, `The beginning.\n${'All is bad. '.repeat(50_000)}\nThe end.\n`);
    const { code, stdout, stderr } = await sandbox.run([
      ...withContext(2_500),
      '--review-report',
      file,
      '--dry-run',
      '--json',
    ]);
    expect(code, stderr).toBe(0);
    const { units, findings: all }: Preview = JSON.parse(stdout);
    const codeOf = new Map(all.map((finding) => [finding.id, finding.code]));
    expect(units.length).toBeGreaterThan(1);
    expect(units.flatMap((unit) => unit.findings.map((id) => codeOf.get(id)))).toEqual(codes);
    for (const { findings: ids, prompt } of units) {
      const inPrompt = [...(prompt ?? '').matchAll(/^## (\S+)$/gm)].map(([, name]) => name);
      expect(inPrompt).toEqual(ids.map((id) => codeOf.get(id)));
      expect(prompt?.length).toBeLessThan(15_000);
      for (const part of ['The beginning.', 'The end.']) expect(prompt).toContain(part);
      expect(prompt).toMatch(/… \d+ characters left out …/);
    }
    expect(agent.calls()).toEqual([]);
  });

  it('R44 4.2 tells a failure of several findings once, and does not grow; R13 --max-fix-cycles is their number', async () => {
    const noise = `if grep -rq BROKEN src; then seq 2000; printf 'this %s' failed; printf 'seen by %s' all >&2; exit 3; fi`;
    const { ended, report } = await sandbox.report([...args, '--verify', noise, '--max-fix-cycles', '3']);
    expect(ended.code, ended.stderr).toBe(2);
    expect(report.cycles).toHaveLength(3);
    expect(findingOf(report, 'F10').attempts.map(({ result }) => result)).toEqual(['refused', 'refused', 'refused']);
    const [first, second, third, ...more] = agent.calls('fix');
    expect(more).toEqual([]);
    expect(first?.codes).toEqual(codes);
    for (const call of [second, third]) {
      expect(call?.codes).toEqual(codes);
      expect(call?.prompt.match(/seen by all/g)).toHaveLength(1);
      expect(call?.prompt.match(/this failed/g)).toHaveLength(1);
      expect(call?.prompt.match(/none of which was accepted/g)).toHaveLength(1);
      expect(call?.promptBytes).toBeLessThan((first?.promptBytes ?? 0) + 12_000);
    }
    expect(third?.prompt).toMatch(/## F21[^#]*1\. refused \(verify\): failure 1[^#]*2\. refused \(verify\): failure 1/);
  });

  it('R13 --max-fix-cycles is a flag of fix and run, and takes a number', async () => {
    for (const command of ['fix', 'run'])
      expect((await sandbox.run([command, '--help'])).stdout).toContain('--max-fix-cycles <n>');
    const wrong = await sandbox.run([...args, '--max-fix-cycles', 'many']);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('limits.cycles')]);
  });
});
