/** Acceptance 7: flags, settings and names that fit nothing are refused before anything happens. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefused } from '../support/refused.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
let from: string[];
beforeAll(() => {
  box = openSandbox({ 'a.txt': 'bad\n' });
  from = ['--from', box.findings([{ code: 'F1', file: 'a.txt', line: 1 }])];
});
afterAll(() => box.dispose());

describe('what is asked for and cannot be', () => {
  it.each<[string, string[], (string | RegExp)[]]>([
    ['no findings', [], ['fixpoint fix results.sarif', 'fixpoint review', '--plan FILE']],
    ['an option that is not there', ['--frm', 'x'], [/unknown option '--frm'/, 'Did you mean --from?']],
    [
      '--agent and --agent-command',
      ['--agent', 'a', '--agent-command', 'b'],
      ["'--agent-command <command>' cannot be used with option '--agent <name>'"],
    ],
    [
      '--jsonl and --events nonsense',
      ['--jsonl', '--events', 'nonsense'],
      ["'nonsense' is invalid. Allowed choices are raven, turbowrap"],
    ],
    [
      'an agent that is not there',
      ['--agent', 'nobody'],
      ['fix.agent: there is no agent "nobody"', 'define it under agents'],
    ],
    ['an agent with another name', ['--agent', 'claud'], ['there is no agent "claud"', 'did you mean claude?']],
    ['a recording that is not there', ['--agent', 'replay:nowhere'], ['--agent replay: ', 'nowhere']],
    [
      'a preset that is not there',
      ['--preset', 'ravn'],
      ['preset: must be one of: default, raven', 'did you mean raven?'],
    ],
    ['--set without a value', ['--set', 'fix.concurrency'], ['--set needs key=value, such as --set fix.concurrency=8']],
    ['--set without a key', ['--set', '=1'], ['--set needs key=value']],
    ['--set of a section', ['--set', 'fix=1'], ['--set fix: must be a section with keys; it is 1']],
    [
      '--set of a key that is not there',
      ['--set', 'fix.concurency=8'],
      ['there is no such key', 'did you mean concurrency?'],
    ],
    [
      '--set of the wrong type',
      ['--set', 'limits.cycles=many'],
      ['--set limits.cycles: must be a number; it is "many"'],
    ],
    [
      '--set beyond the limits',
      ['--set', 'limits.cycles=-1', '--set', 'fix.concurrency=1000000'],
      ['limits.cycles: must be at least 0', 'fix.concurrency: must be at most 64'],
    ],
    [
      '--set of a prototype',
      ['--set', '__proto__.x=1', '--set', 'agents.constructor.kind=command'],
      [/__proto__\.x: this name is not allowed[^]*constructor\.kind: this name is not allowed/],
    ],
    ['--set with an empty part', ['--set', 'fix..mode=batch'], ['--set fix..mode: this is not a key']],
    ['a branch that cannot be', ['--set', 'commit.branch=a..b'], ['--set commit.branch']],
    [
      '--only that fits nothing',
      ['--only', 'F1', '--only', 'b.txt'],
      ['--only b.txt fits no finding', 'fixpoint findings'],
    ],
    [
      '--only that leaves out, as .gitignore would',
      ['--only', '!b.txt'],
      ["--only !b.txt fits no finding; --exclude 'b.txt' leaves files out"],
    ],
    ['--only that is no text', ['--only', ''], ['fits no finding']],
  ])('13.2, 14 %s', async (_, more, says) => {
    await expectRefused(box, { args: ['fix', ...(more.length === 0 ? [] : from), ...more], says });
  });

  it('14 FIXPOINT_SET_ variables that mean nothing', async () => {
    const env = {
      ...box.env,
      FIXPOINT_SET_FIX__CONCURENCY: '8',
      FIXPOINT_SET_NOPE: '1',
      FIXPOINT_SET___PROTO__: '1',
      FIXPOINT_SET_LIMITS__CYCLES: 'x',
    };
    const says = [
      'FIXPOINT_SET_FIX__CONCURENCY: there is no key fix.concurency',
      'did you mean fix.concurrency?',
      'FIXPOINT_SET_NOPE: there is no key nope',
      'FIXPOINT_SET___PROTO__',
      'FIXPOINT_SET_LIMITS__CYCLES',
    ];
    await expectRefused(box, { args: ['fix', ...from], says, options: { env } });
  });

  it('14 run without a reviewer', async () => {
    await expectRefused(box, { args: ['run'], says: ['No reviewers are configured', 'fixpoint fix FILE'] });
  });

  it('13.2 a command that is not there', async () => {
    await expectRefused(box, { args: ['fxi'], says: ["unknown command 'fxi'"] });
  });
});

describe('a run that is not there', () => {
  it.each(['report', 'resume', 'cancel', 'apply', 'status'])('13.2 %s', async (command) => {
    await expectRefused(box, {
      args: [command, 'no-such-run'],
      says: ['There is no run no-such-run', 'fixpoint status'],
    });
    await expectRefused(box, { args: [command, '\u001B[31m../../x'], says: ['There is no run', '../../x'] });
    if (command !== 'status')
      await expectRefused(box, { args: [command], says: [/There are no runs/, 'fixpoint fix --from FILE'] });
  });

  it('13.2 an id that fits several, and a run that is through', () =>
    inSandbox(
      async (sandbox) => {
        const args = ['fix', '--from', sandbox.findings([{ code: 'F1', file: 'a.txt', line: 1 }])];
        const runs = [(await sandbox.report(args)).report.run, (await sandbox.report(args)).report.run];
        const several = await sandbox.run(['report', '2', '--json']);
        expect(JSON.parse(several.stdout).error.message).toMatch(/Several runs start with 2: .*Give more of the id\./);
        for (const run of runs) expect(several.stdout).toContain(run);
        for (const command of ['resume', 'cancel']) {
          const { code, stderr, stdout } = await sandbox.run([command, runs[0] ?? '']);
          expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
          expect(stderr).toMatch(/is finished.*fixpoint report/);
        }
        const undo = await sandbox.run(['apply', runs[0] ?? '', '--undo']);
        expect(undo.stderr).toMatch(/nothing to take back/);
        expect(undo.code).toBe(1);
      },
      { 'a.txt': 'bad\n' },
    ));

  it('13.2 a report that cannot be written', () =>
    inSandbox(
      async (sandbox) => {
        await sandbox.run(['fix', '--from', sandbox.findings([{ code: 'F1', file: 'a.txt', line: 1 }])]);
        const { code, stderr } = await sandbox.run(['report', '--output', join(sandbox.scratch, 'no/such/folder.md')]);
        expect(code).toBe(1);
        expect(stderr).toMatch(/^fixpoint: .*folder\.md cannot be written/);
      },
      { 'a.txt': 'bad\n' },
    ));
});
