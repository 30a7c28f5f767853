/**
 * Questions before fixing, through the command line: rounds, answers from a file and from the terminal, and agents that
 * cannot ask.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { Scenario, ScriptedClarify } from '../fakes/scripted.ts';
import { expectAccounted } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';
import { controlC, enter, openTerminal } from '../support/terminal.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'bad c\n' };
const findings: FindingInput[] = ['a', 'b', 'c'].map((name) => ({
  code: name.toUpperCase(),
  file: `src/${name}.txt`,
  line: 1,
}));
const good: Scenario['findings'] = Object.fromEntries(
  ['a', 'b', 'c'].map((name) => [
    name.toUpperCase(),
    { edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] },
  ]),
);

const clarifying = (sandbox: Sandbox, clarify: ScriptedClarify | ScriptedClarify[], ...set: string[]) =>
  fixing(sandbox, { findings, scenario: { findings: good, clarify }, set });

const answersIn = ({ scratch }: Sandbox, content: unknown, name = 'answers'): string => {
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('3.1, 3.4 questions', () => {
  it('are asked in rounds until the agent is ready; answers reach their finding only, notes everybody', () =>
    inSandbox(async (sandbox) => {
      const rounds: ScriptedClarify[] = [
        {
          questions: { A: [{ question: 'Throw, or return?', context: 'Both occur.' }], B: ['Which of the two words?'] },
        },
        { questions: { A: ['Return what?'] } },
        { ready: true },
      ];
      const { agent, args } = clarifying(sandbox, rounds, 'plan.agent=scripted');
      // Answers alone are enough: whoever brings them along wants to be asked.
      const answers = answersIn(sandbox, {
        answers: { 'A-q1': 'Return.', 'A-q2': 'An empty list.', 'Z-q1': 'Nobody asked.' },
      });
      const { ended, report } = await sandbox.report([...args, '--answers', answers, '--notes', 'Be kind.']);
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      expect(report.stages).toMatchObject({ clarify: { calls: 3 }, plan: { calls: 1 }, fix: { calls: 3 } });
      expect(report.warnings).toEqual([
        expect.stringMatching(/not answered.*: B-q1$/),
        'answers to questions that nobody asked: "Z-q1"',
      ]);
      for (const { prompt } of agent.calls()) expect(prompt).toContain('Be kind.');
      const told = agent
        .calls('clarify')
        .map(({ input }) =>
          input.role === 'clarify' ? input.answers.map(({ question_id: id, answer }) => `${id}: ${answer}`) : [],
        );
      expect(told).toEqual([[], ['A-q1: Return.', 'B-q1: '], ['A-q1: Return.', 'B-q1: ', 'A-q2: An empty list.']]);
      const [plan] = agent.calls('plan');
      for (const part of ['Return.', 'An empty list.', 'Which of the two words?']) expect(plan?.prompt).toContain(part);
      const promptOf = (code: string): string =>
        agent.calls('fix').find(({ codes }) => codes.includes(code))?.prompt ?? '';
      for (const part of ['Throw, or return?', 'Both occur.', 'answer: Return.', 'answer: An empty list.']) {
        expect(promptOf('A')).toContain(part);
        expect(promptOf('B')).not.toContain(part);
        expect(promptOf('C')).not.toContain(part);
      }
      expect(promptOf('B')).toMatch(/Asked, but not answered\.[^]*Which of the two words\?/);
      expect(promptOf('C')).not.toMatch(/Asked, but not answered|decided this/);
      const clarificationsOf = (code: string): unknown =>
        JSON.parse(artifact(sandbox.state, report.run, `plan/fix_todo_${code}.json`)).clarifications;
      expect(clarificationsOf('A')).toEqual([
        { question_id: 'A-q1', question: 'Throw, or return?', answer: 'Return.', context: 'Both occur.' },
        { question_id: 'A-q2', question: 'Return what?', answer: 'An empty list.' },
      ]);
      expect(clarificationsOf('B')).toEqual([{ question_id: 'B-q1', question: 'Which of the two words?', answer: '' }]);
      expect(clarificationsOf('C')).toEqual([]);
    }, files));

  it('3.1 with answers that cannot be read, or together with a plan: one clear error before anything runs', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = clarifying(sandbox, { questions: { A: ['Why?'] } });
      const shape =
        /--answers \S+ does not hold answers: it takes one JSON object, question id to text, such as \{.*\}$/;
      const wrong: [string[], RegExp][] = [
        [['--answers', join(sandbox.scratch, 'nowhere.json')], /--answers \S+nowhere\.json cannot be read/],
        [['--answers', sandbox.scratch], /--answers \S+ cannot be read: it is not a file/],
        [['--answers', answersIn(sandbox, '{ "A-q1": "cut', 'cut')], shape],
        [['--answers', answersIn(sandbox, [{ 'A-q1': 'listed' }], 'list')], shape],
        [['--answers', answersIn(sandbox, { 'A-q1': { answer: 'deeper' } }, 'deeper')], shape],
        [['--plan', 'master_todo.json', '--clarify'], /Questions come before a plan.*fixpoint plan --clarify/],
      ];
      for (const [more, message] of wrong) {
        const { code, stdout, stderr } = await sandbox.run([...args, ...more]);
        expect({ code, stdout, lines: stderr.trim().split('\n').length }, stderr).toEqual({
          code: 1,
          stdout: '',
          lines: 1,
        });
        expect(stderr.trim()).toMatch(message);
      }
      expect(agent.calls()).toEqual([]);
      expect(readJournal(sandbox.folder).runs).toEqual([]);
    }, files));

  it('3.1 of an agent that cannot ask are no reason to stop, and it is said', () =>
    inSandbox(async (sandbox) => {
      const unable: [string, ScriptedClarify, RegExp][] = [
        ['fix', { exit: 1, stderr: 'no idea' }, /^it asked nothing \(.*no idea.*\): going on without questions$/s],
        ['plan', { text: 'Hm, let me think.', answer: 'stdout' }, /^there is no answer: going on without questions$/],
        ['plan', { questions: { NOBODY: ['Who?'] } }, /"NOBODY", which is not a finding here: left out/],
      ];
      for (const [command, clarify, said] of unable) {
        const { agent, args } = clarifying(sandbox, clarify);
        const asked = agent.calls('clarify').length;
        const own = command === 'fix' ? args : [command, ...args.slice(1, args.indexOf('--verify'))];
        const { ended, report } = await sandbox.report([...own, '--clarify']);
        expect(ended.code, ended.stderr).toBe(0);
        expect(report).toMatchObject({
          totals: { fixed: command === 'fix' ? 3 : 0 },
          plan: { by: 'computed', steps: 1 },
        });
        expect(agent.calls('clarify')).toHaveLength(asked + 1);
        expect(report.problems).toEqual([{ place: 'questions of scripted', message: expect.stringMatching(said) }]);
      }
    }, files));
});

describe('3.1, 11.1 questions in a terminal', () => {
  it('can be given up with Ctrl-C, survive a crash without asking the agent again, and are answered by what is typed', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = clarifying(sandbox, [
        { questions: { A: ['Throw, or return?'], B: ['Which of the two words?', 'In which case?'] } },
        { ready: true },
      ]);
      const first = openTerminal(sandbox, [...args, '--clarify']);
      await first.sees('Throw, or return?');
      first.press(controlC);
      expect(await first.ended, first.shown()).toBe(130);
      expect(agent.calls().map(({ role }) => role)).toEqual(['clarify']);

      const second = openTerminal(sandbox, ['resume']);
      await second.sees('Throw, or return?');
      second.press(`Return.${enter}`);
      await second.sees('Which of the two words?');
      second.kill();
      await second.ended;

      const third = openTerminal(sandbox, ['resume']);
      await third.sees('Throw, or return?');
      third.press(`Throw it${enter}`);
      await third.sees('Which of the two words?');
      third.press(enter);
      await third.sees('In which case?');
      third.press(`  lower “case”  ${enter}`);
      expect(await third.ended, third.shown()).toBe(0);
      const report = reportOf(await sandbox.run(['report', '--json']));
      expectAccounted(report, sandbox);
      expect(report.totals).toMatchObject({ fixed: 3 });
      expect(agent.calls().filter(({ role }) => role === 'clarify')).toHaveLength(2);
      const promptOf = (code: string): string =>
        agent.calls('fix').find(({ codes }) => codes.includes(code))?.prompt ?? '';
      expect(promptOf('A')).toContain('answer: Throw it\n');
      expect(promptOf('B')).toContain('answer: lower “case”\n');
      expect(promptOf('B')).toMatch(/Asked, but not answered\.[^]*Which of the two words\?/);
      expect(promptOf('C')).not.toMatch(/Throw it|lower “case”/);
    }, files));
});
