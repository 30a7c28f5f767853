/** The command line as people and scripts meet it: flags, output, exit codes. Real processes, real git. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showCommand } from '../../src/config/values.ts';
import { type ScriptedStep, scriptedAgent } from '../fakes/scripted.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = openSandbox({ 'a.txt': 'bad\n', 'b.txt': 'bad\n' });
});
afterEach(() => box.dispose());

const good = (file: string): ScriptedStep => ({ edits: [{ file, find: 'bad', replace: 'good' }] });

/** Flags for a run over two findings; the agent fixes only those that `steps` says. */
const fixArgs = (steps: Record<string, ScriptedStep>): string[] => {
  const agent = scriptedAgent(join(box.scratch, 'agent'), {
    default: { outcome: 'blocked', explanation: 'needs a decision' },
    findings: steps,
  });
  const from = box.findings([
    { code: 'F001', file: 'a.txt', line: 1, title: 'a is \u001B[31mbad' },
    { code: 'F002', file: 'b.txt', line: 1 },
  ]);
  return ['fix', '--from', from, '--agent-command', showCommand(agent.command), '--verify', 'true'];
};
const both = { F001: good('a.txt'), F002: good('b.txt') };

describe('exit codes and output of a run', () => {
  it('13.2 ends with 0 when clean and with 2 when something is left, and says what became of each finding', async () => {
    const clean = await box.run(fixArgs(both));
    expect(clean.stderr).toBe('');
    expect(clean.code).toBe(0);
    expect(clean.stdout).toMatch(/F001 .*→ changed in [0-9a-f]{12}, tests pass, not re-checked/);
    const left = await box.run(fixArgs({ F001: good('a.txt') }));
    expect(left.code).toBe(2);
    expect(left.stdout).toMatch(/F002 .*→ blocked: .*needs a decision/);
  });

  it('13.2 prints plain lines into a pipe, without control characters', async () => {
    const { stdout } = await box.run(fixArgs(both));
    expect(stdout).toContain('Fixing F001 with command');
    expect(stdout).toContain('Handed over as branch fixpoint/');
    expect(stdout).not.toMatch(/[^\n\P{Cc}]/u);
    expect(stdout).toContain(String.raw`a is \x1b[31mbad`);
  });

  it('13.2, 8.4 says before anything else what it starts from and what it will use', async () => {
    box.write('c.txt', 'not committed\n');
    const { stdout } = await box.run(fixArgs(both));
    const [start, use] = stdout.split('\n');
    expect(start).toMatch(
      /^Starts from the last commit, [0-9a-f]{12}; your uncommitted changes are not included \(--include-dirty\)\.$/,
    );
    expect(use).toContain('agent: command; verified by: true.');
  });

  it('5.4 says loudly when nothing verifies, and does not call it clean', async () => {
    const args = fixArgs(both).slice(0, -2);
    const { stdout, code } = await box.run(args);
    expect(stdout).toContain('NOTHING VERIFIES');
    expect(code).toBe(2);
  });

  it('13.2 prints only the result with --quiet', async () => {
    const { stdout } = await box.run([...fixArgs(both), '--quiet']);
    expect(stdout).toMatch(/^Run \S+: clean/);
  });

  it('10.3 keeps a Markdown report where the text says', async () => {
    const { stdout } = await box.run(fixArgs(both));
    const path = /^Report +(.+)$/m.exec(stdout)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toContain('### F002: problem F002');
  });
});

describe('output for programs', () => {
  it('16 prints one JSON document on standard output and progress elsewhere', async () => {
    const { ended, report } = await box.report(fixArgs({ F001: good('a.txt') }));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('Fixing F001 with command');
    expect(report.findings.map(({ code, status }) => [code, status])).toEqual([
      ['F001', 'fixed'],
      ['F002', 'blocked'],
    ]);
    expect(report.branch).toBe(`fixpoint/${report.run}`);
  });

  it.each([
    ['a file that is not there', ['fix', '--from', 'nowhere.json', '--json']],
    ['an option that is not there', ['fix', '--nonsense', '--json']],
    ['a run that is not there', ['report', 'no-such-run', '--json']],
    ['a setting that is not there', ['run', '--set', 'fix.nonsense=1', '--json']],
  ])('16 prints an error as one JSON document: %s', async (_, args) => {
    const { stdout, stderr, code } = await box.run(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: expect.stringMatching(/\S/), problems: expect.any(Array) },
    });
    expect(stderr).toBe('');
  });

  it('14 gives every problem of the configuration with its place', async () => {
    const { stdout } = await box.run(['run', '--set', 'fix.nonsense=1', '--set', 'limits.cycles=many', '--json']);
    const problems: { place: string }[] = JSON.parse(stdout).error.problems;
    expect(problems.map(({ place }) => place).join(' ')).toMatch(
      /fix\.nonsense.*limits\.cycles|limits\.cycles.*fix\.nonsense/,
    );
  });

  it('16 prints every event as a JSON line, numbered without a gap, up to the end', async () => {
    const { stdout } = await box.run([...fixArgs(both), '--jsonl']);
    const events: { type: string; seq: number }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]?.type).toBe('run.started');
    expect(events.at(-1)?.type).toBe('run.finished');
    const numbers = [...new Set(events.map(({ seq }) => seq))];
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each([
    ['raven', 'type', 'fix_started', 'fix_completed'],
    ['turbowrap', 'event', 'fix_session_started', 'fix_session_completed'],
  ])('10.1 prints events as %s names them', async (view, key, first, last) => {
    const { stdout } = await box.run([...fixArgs(both), '--events', view]);
    const events: Record<string, string>[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]?.[key]).toBe(first);
    expect(events.at(-1)?.[key]).toBe(last);
  });

  it('13.2 refuses flags that contradict each other', async () => {
    const { code, stderr } = await box.run([...fixArgs(both), '--jsonl', '--json']);
    expect(code).toBe(1);
    expect(stderr).toBe('');
    const plain = await box.run([...fixArgs(both), '--agent', 'x']);
    expect(plain.stderr).toContain("'--agent <name>'");
    expect(plain.code).toBe(1);
  });
});

describe('the agent in the documentation', () => {
  it('15 keeps to the contract as it is written', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/command-agent.md'), 'utf8');
    const source = /```js\n(#!.*?)```/s.exec(page)?.[1] ?? '';
    const agent = join(box.scratch, 'agent.mjs');
    writeFileSync(agent, source);
    box.write('a.txt', 'a\tb\n');
    box.commitAll('tabs');
    const from = join(box.scratch, 'lint.json');
    const messages = [
      { ruleId: 'no-tabs', severity: 2, message: 'A tab.', line: 1, column: 1 },
      { ruleId: 'no-b', severity: 1, message: 'A b.', line: 1, column: 1 },
    ];
    writeFileSync(
      from,
      JSON.stringify([{ filePath: join(box.root, 'a.txt'), messages, errorCount: 1, warningCount: 1 }]),
    );
    const command = showCommand([process.execPath, agent]);
    const { report } = await box.report([
      'fix',
      '--from',
      from,
      '--agent-command',
      command,
      '--verify',
      'grep -q "a  b" a.txt',
    ]);
    expect(report.findings.map(({ rule, status }) => [rule, status])).toEqual([
      ['no-tabs', 'fixed'],
      ['no-b', 'blocked'],
    ]);
    expect(report.findings[1]?.reason).toContain('only knows about tabs');
  });
});

describe('findings in', () => {
  it('1.2 reads findings from standard input', async () => {
    const args = fixArgs(both);
    const stdin = readFileSync(args[2] ?? '', 'utf8');
    const { code } = await box.run(['fix', '--from', '-', ...args.slice(3)], { stdin });
    expect(code).toBe(0);
  });

  it('4.3 shows the exact prompt with --dry-run and runs nothing', async () => {
    const before = box.git('for-each-ref');
    const { stdout, code } = await box.run([...fixArgs(both), '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('2 findings, 2 calls. Nothing was run.');
    expect(stdout).toContain('about F002');
    expect(box.git('for-each-ref')).toBe(before);
    const preview = await box.run([...fixArgs(both), '--dry-run', '--json']);
    const [first]: { prompt: string }[] = JSON.parse(preview.stdout).units;
    expect(stdout).toContain(first?.prompt);
    expect(JSON.parse((await box.run(['status', '--json'])).stdout)).toEqual([]);
  });

  it('13.2 takes up only what --only selects', async () => {
    const { report } = await box.report([...fixArgs(both), '--only', 'b.txt']);
    expect(report.findings.map(({ code }) => code)).toEqual(['F002']);
  });
});
