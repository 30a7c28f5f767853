/**
 * A run that asks ends its process, and goes on once somebody answers, from wherever and whenever that is: it comes to
 * the same as one that was answered at once.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences, type Outcome, outcomeOf } from '../../scripts/crash/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Scenario } from '../fakes/scripted.ts';
import { type Fixing, fixing } from '../support/fixing.ts';
import { type Ended, fixpointProgram, reportOf } from '../support/fixpoint.ts';
import { type FindingInput, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { openTerminal } from '../support/terminal.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n' };
const findings: FindingInput[] = ['a', 'b'].map((name) => ({
  code: name.toUpperCase(),
  file: `src/${name}.txt`,
  line: 1,
}));
const scenario: Scenario = {
  clarify: [{ questions: { A: ['Throw, or return?'], B: ['Which of the two words?'] } }, { ready: true }],
  findings: {
    A: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] },
    B: { edits: [{ file: 'src/b.txt', find: 'bad', replace: 'good' }] },
  },
};
const answers = { 'A-q1': 'Return.', 'B-q1': 'The first one.' };

let sandbox: Sandbox;
let names = 0;

/** An agent of its own for each run: what it asks depends on how often it was called. */
const asking = (): Fixing => fixing(sandbox, { findings, scenario, name: `agent-${(names += 1)}` });

const run = (...args: string[]): Promise<Ended> => sandbox.run(args);

/** Parked, with two questions. */
const park = async (): Promise<{ run: string; agent: Fixing['agent'] }> => {
  const { agent, args } = asking();
  const { ended, report } = await sandbox.report([...args, '--clarify', '--wait']);
  expect(ended.code, ended.stderr).toBe(3);
  return { run: report.run, agent };
};

/** What lasts of a run: findings, tree, commits; what was asked, and what the fixer was told. */
type Lasting = Outcome & { questions: Report['questions']; warnings: string[]; told: string[] };

const lasting = async (id: string, agent: Fixing['agent']): Promise<Lasting> => {
  const { questions, warnings } = reportOf(await run('report', id, '--json'));
  const told = agent.calls('fix').map(({ prompt }) => prompt.replaceAll(/agent-\d+/g, 'agent'));
  return {
    ...outcomeOf({ program: fixpointProgram, folder: sandbox.folder }, id),
    questions,
    warnings,
    told: told.toSorted(),
  };
};

/** Answered at once. */
let undisturbed: Lasting;

const expectTheSame = async (id: string, agent: Fixing['agent']): Promise<void> => {
  const found = await lasting(id, agent);
  expect(differences(undisturbed, found)).toEqual([]);
  expect(found).toEqual(undisturbed);
  expect(agent.calls('clarify')).toHaveLength(2);
};

/** A SIGKILL right before or after the commit of an event. */
const killedAt = (moment: string, args: readonly string[]): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => {
    const preload = join(import.meta.dirname, '../../scripts/crash/kill-at-commit.mjs');
    const log = join(sandbox.scratch, `commits-${(names += 1)}.log`);
    const env = { ...sandbox.env, NODE_OPTIONS: `--import=${preload}`, CRASH_LOG: log, CRASH_AT: moment };
    const child = spawn(fixpointProgram, args, { cwd: sandbox.root, env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (_, signal) => resolve(signal));
  });

beforeAll(async () => {
  sandbox = openSandbox(files);
  const { agent, args } = asking();
  const file = join(sandbox.scratch, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const { ended, report } = await sandbox.report([...args, '--answers', file]);
  expect(ended.code, ended.stderr).toBe(0);
  undisturbed = await lasting(report.run, agent);
  expect(undisturbed).toMatchObject({ status: 'clean', fixed: 2, warnings: [] });
  expect(undisturbed.told.join()).toMatch(/answer: Return\.[^]*answer: The first one\./);
}, 60_000);

afterAll(() => sandbox.dispose());

describe('3.1 a run that only waits for a person', () => {
  it('3.1 ends with 3, says what is asked and how to answer, and goes on from another shell as if answered at once', async () => {
    const { agent, args } = asking();
    const parked = await run(...args, '--clarify', '--wait');
    expect(parked.code, parked.stderr).toBe(3);
    const id = /^Run (\S+): waiting for answers/m.exec(parked.stdout)?.[1] ?? '';
    const command = `fixpoint answer ${id} A-q1 'YOUR ANSWER'`;
    for (const text of [parked, await run('status'), await run('answer', id), await run('report', id)]) {
      expect(text.stdout).toContain('Throw, or return?');
      expect(text.stdout).toContain(command);
    }
    const [overview] = JSON.parse((await run('status', id, '--json')).stdout);
    expect(overview).toMatchObject({ run: id, status: 'waiting', questions: [{ id: 'A-q1' }, { id: 'B-q1' }] });
    expect(JSON.parse((await run('answer', id, '--json')).stdout)).toMatchObject({
      run: id,
      questions: [{ id: 'A-q1', question: 'Throw, or return?' }, { id: 'B-q1' }],
    });
    expect(agent.calls('fix')).toEqual([]);

    // Some only: it waits for the rest.
    const some = await run('answer', id, 'B-q1', answers['B-q1'], '--json');
    expect(some.code, some.stderr).toBe(3);
    expect(reportOf(some)).toMatchObject({
      status: 'waiting',
      questions: [{ answer: null }, { answer: answers['B-q1'] }],
    });
    expect((await run('answer', id)).stdout).not.toContain('B-q1');

    const rest = await run('answer', id, 'A-q1', answers['A-q1']);
    expect(rest.code, rest.stdout + rest.stderr).toBe(0);
    expect(rest.stdout).toContain(`Run ${id}: clean`);
    await expectTheSame(id, agent);
  }, 60_000);

  it('3.1 is answered by file; the first answer counts, and whoever comes second is told', async () => {
    const { run: id, agent } = await park();
    expect((await run('answer', id, 'A-q1', answers['A-q1'])).code).toBe(3);
    const second = await run('answer', id, 'A-q1', 'Throw.');
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(
      /A-q1 was answered already: “Return\.”\. The first answer counts\. Nothing was changed/,
    );
    const file = join(sandbox.scratch, 'second.json');
    writeFileSync(file, JSON.stringify({ answers: { ...answers, 'A-q1': 'Throw.' } }));
    const both = await run('answer', id, '--file', file);
    expect(both.code, both.stderr).toBe(0);
    expect(both.stderr).toContain('A-q1 was answered already: “Return.”');
    await expectTheSame(id, agent);
  }, 60_000);

  it('3.1 two who answer at the same moment: one answer counts, and both know which', async () => {
    const { run: id } = await park();
    expect((await run('answer', id, 'B-q1', answers['B-q1'])).code).toBe(3);
    const said = ['Return.', 'Throw.'];
    const ended = await Promise.all(said.map((text) => run('answer', id, 'A-q1', text)));
    const { questions, status } = reportOf(await run('report', id, '--json'));
    expect(status).toBe('clean');
    const loser = said.findIndex((text) => text !== questions[0]?.answer);
    expect(ended[loser]?.stderr).toContain(`A-q1 was answered already: “${questions[0]?.answer}”`);
    expect(ended[1 - loser]?.stderr).toBe('');
  }, 60_000);

  it('3.1, 11.1 killed when it has asked, it goes on when it is answered', async () => {
    const { agent, args } = asking();
    expect(await killedAt('after run.waiting#1', [...args, '--clarify', '--wait'])).toBe('SIGKILL');
    const answered = await run('answer', 'latest', '--file', join(sandbox.scratch, 'answers.json'), '--json');
    expect(answered.code, answered.stderr).toBe(0);
    await expectTheSame(reportOf(answered).run, agent);
  }, 60_000);

  it.each([
    ['when the answer is sent, and before the run goes on', 'before run.resumed#1'],
    ['before the answer is written down', 'before call.started#1'],
    ['right after the answer was written down', 'after call.started#1'],
  ])(
    '3.1, 11.1 killed %s: it is not lost',
    async (_, moment) => {
      const { run: id, agent } = await park();
      expect((await run('answer', id, 'B-q1', answers['B-q1'])).code).toBe(3);
      expect(await killedAt(moment, ['answer', id, 'A-q1', answers['A-q1']])).toBe('SIGKILL');
      const resumed = await run('resume', id);
      expect(resumed.code, resumed.stderr).toBe(0);
      await expectTheSame(id, agent);
    },
    60_000,
  );

  it('3.1 at its prompt, it takes an answer that somebody gives elsewhere, and goes on by itself', async () => {
    const { agent, args } = asking();
    const terminal = openTerminal(sandbox, [...args, '--clarify']);
    await terminal.sees('Throw, or return?');
    const answered = await run('answer', 'latest', '--file', join(sandbox.scratch, 'answers.json'));
    expect(answered.code, answered.stderr).toBe(0);
    expect(answered.stdout).toMatch(/^Answered A-q1, B-q1\. Process \d+ continues run \S+\.\n$/);
    expect(await terminal.ended, terminal.shown()).toBe(0);
    const { run: id } = reportOf(await run('report', 'latest', '--json'));
    await expectTheSame(id, agent);
  }, 60_000);

  it('3.1 can be resumed, which asks again, and cancelled', async () => {
    const { run: id, agent } = await park();
    const again = await run('resume', id);
    expect(again.code, again.stderr).toBe(3);
    expect(again.stdout).toContain(`fixpoint answer ${id} A-q1`);
    expect((await run('cancel', id)).code).toBe(0);
    expect(reportOf(await run('report', id, '--json'))).toMatchObject({ status: 'cancelled', totals: { blocked: 2 } });
    expect(agent.calls()).toHaveLength(1);
    const late = await run('answer', id, 'A-q1', 'Return.');
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(`\`fixpoint resume ${id}\` resumes it`)]);
  }, 60_000);

  it('3.1 says what is wrong with an answer, and changes nothing', async () => {
    const { run: id } = await park();
    const wrong: [string[], RegExp][] = [
      [['nothing-like-it', 'A-q1', 'x'], /nothing-like-it/],
      [[id, 'Z-q9', 'x'], /has no question Z-q9\. It asks A-q1, B-q1\./],
      [[id, 'A-q1'], /The answer to A-q1 is missing: fixpoint answer \S+ A-q1 'YOUR ANSWER'/],
      [[id, 'A-q1', 'x', '--file', 'y'], /not both/],
      [[id, '--file', join(sandbox.scratch, 'nowhere.json')], /--file \S+nowhere\.json cannot be read/],
    ];
    for (const [args, message] of wrong) {
      const { code, stdout, stderr } = await run('answer', ...args);
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
    }
    const { error } = JSON.parse((await run('answer', id, 'Z-q9', 'x', '--json')).stdout);
    expect(error.message).toContain('has no question Z-q9');
    const asked = JSON.parse((await run('answer', id, '--json')).stdout);
    expect(asked.questions).toHaveLength(2);
  }, 60_000);
});
