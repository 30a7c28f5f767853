/** `fixpoint explain`: why a fix was accepted or refused, gate by gate, with what one needs to see it oneself. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Explanation } from '../../src/model/finding/explanation.ts';
import { gates } from '../../src/stages/gates/gates.ts';
import { questionOf } from '../../src/views/words/gates.ts';
import type { Scenario } from '../fakes/scripted.ts';
import { challenging } from '../support/challenging.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const scenario: Scenario = {
  findings: {
    F1: [
      { edits: [{ file: 'src/a.txt', write: 'BROKEN a\n' }], explanation: 'trust me' },
      { edits: [{ file: 'src/a.txt', write: 'good a\n' }] },
    ],
    F2: { outcome: 'deferred', explanation: 'out of scope' },
  },
};

let box: Sandbox;
let run: string;
beforeAll(async () => {
  box = openSandbox({ 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' });
  const { args } = challenging(box, {
    findings: [
      { code: 'F1', file: 'src/a.txt', line: 1, title: 'Bad \u001b[31ma' },
      { code: 'F2', file: 'src/b.txt', line: 1 },
      { code: 'F3', file: 'src/none.txt', line: 1 },
    ],
    scenario,
    verify: '! grep -rn BROKEN src',
    judges: { judge: { default: { score: 95, feedback: 'looks right' } } },
    set: ['limits.cycles=2'],
  });
  run = (await box.report(args)).report.run;
}, 60_000);
afterAll(() => box.dispose());

const explained = async (...names: string[]): Promise<Explanation> =>
  Explanation.parse(JSON.parse((await box.run(['explain', ...names, '--json'])).stdout));

describe('13.1 explain', () => {
  it('13.1 tells of each attempt what each gate asked and saw, in the order of the gates', async () => {
    const { summary, attempts } = await explained(run, 'F1');
    expect(summary).toMatch(/^fixed in [0-9a-f]{12}: attempt 2 of 2 was accepted; tests pass, not re-checked$/);
    const [refused, accepted] = attempts;
    expect(refused).toMatchObject({ result: 'refused', gate: 'verify' });
    const order = gates.filter(({ about }) => about === 'fixes').map(({ name }) => name);
    for (const attempt of attempts) expect(attempt.gates.map(({ gate }) => gate)).toEqual(order);
    const results = new Map(refused?.gates.map((each) => [each.gate, each]));
    expect(results.get('no-change')).toMatchObject({
      result: 'passed',
      evidence: ['src/a.txt (modified, +1 −1)'],
    });
    expect(results.get('verify')).toMatchObject({ result: 'refused', asks: expect.stringContaining('verification') });
    expect(results.get('verify')?.evidence.join('\n')).toMatch(
      /grep -rn BROKEN src`: failed, exit 1[^]*\| src\/a\.txt/,
    );
    expect(results.get('challenge')?.result).toBe('not asked');
    expect(accepted?.gates.find(({ gate }) => gate === 'challenge')?.evidence).toContain(
      'scored 95, 90 needed: looks right',
    );
  });

  it('13.1 gives commands that work: the change on the code that it began from, and what was run', async () => {
    const { attempts } = await explained('F1');
    const commands = attempts[0]?.look.map(({ command }) => command) ?? [];
    const [add, test, remove] = [/worktree add/, /grep/, /worktree remove/].map(
      (pattern) => commands.find((command) => pattern.test(command)) ?? 'false',
    );
    const sh = (command = ''): string =>
      execFileSync('sh', ['-c', command], { cwd: box.root, env: box.env, encoding: 'utf8' });
    sh(add);
    expect(() => sh(test)).toThrow('Command failed');
    sh(remove);
    for (const command of commands.filter((each) => each.startsWith('less '))) sh(command.replace('less', 'test -s'));
    expect(sh(commands.find((command) => command.includes('--stat')))).toMatch(/src\/a\.txt \| +2 \+-/);
  });

  it('13.1 is plain text for people, with nothing in it that steers a terminal', async () => {
    const { stdout, code } = await box.run(['explain', 'f1']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^F1 {2}high {2}src\/a\.txt:1 {2}Bad \\x1b\[31ma\nIn run \S+: fixed in/);
    expect(stdout).toContain('The agent claimed: fixed, "trust me" (a claim proves nothing)');
    expect(stdout).toMatch(/✔ reading the change: nothing noticed \(tests, suppressions, /);
    expect(stdout).toMatch(/✘ verify: do the verification commands pass/);
    expect(stdout).toMatch(/– not asked: tool, stays-red, proof, /);
    expect(stdout).not.toContain('\u001b');
  });

  it('13.1 tells of excuses that were refused, and of findings that no agent was asked about', async () => {
    const { attempts } = await explained('F2');
    expect(attempts[0]?.gates).toEqual([
      expect.objectContaining({ gate: 'justification', evidence: ['the agent said: out of scope'] }),
      expect.objectContaining({ gate: 'dispute', result: 'not asked' }),
    ]);
    expect(attempts[0]?.gates[0]?.result).toBe('refused');
    expect((await explained('F3')).summary).toMatch(/^dismissed \(no agent was asked\): /);
  });

  it('13.2 names what was probably meant where a name is wrong', async () => {
    const wrong = await box.run(['explain', 'F12']);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(
      /There is no finding F12 in run \S+\. Did you mean F1, F2.*`fixpoint report \S+` lists them\./,
    );
    expect((await box.run(['explain', run])).stderr).toContain(`${run} is a run: name one of its findings behind it.`);
    expect((await box.run(['explain', 'nope', 'F1'])).stderr).toContain('There is no run nope.');
  });
});

it('13.1 every gate there is has words for what it asks', () => {
  for (const { name } of gates) expect(questionOf(name), name).toMatch(/\?$/);
});
