/** Questions before fixing: asked in a real terminal, or answered by a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scriptedAgent, type ScriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { controlC, enter, openTerminal } from '../support/terminal.ts';

const files = { 'a.txt': 'bad a\n', 'b.txt': 'bad b\n' };

const scenario: Scenario = {
  clarify: [
    {
      questions: {
        F1: [
          { id: 'F1-q1', question: 'How good should it be?', context: 'there are degrees' },
          { id: 'F1-q2', question: 'By when?' },
        ],
        F2: [{ id: 'F2-q1', question: 'Is \u001B[2Jb needed?' }],
      },
    },
    { ready: true },
  ],
  findings: {
    F1: { edits: [{ file: 'a.txt', find: 'bad', replace: 'good' }] },
    F2: { edits: [{ file: 'b.txt', find: 'bad', replace: 'good' }] },
  },
};

const prepare = (sandbox: Sandbox): { agent: ScriptedAgent; args: string[] } => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), scenario);
  const from = sandbox.findings([
    { code: 'F1', file: 'a.txt', line: 1, title: 'It is bad' },
    { code: 'F2', file: 'b.txt', line: 1, title: 'So is this' },
  ]);
  const settings = JSON.stringify({ kind: 'command', command: agent.command });
  return { agent, args: ['fix', '--from', from, '--set', `agents.fake=${settings}`, '--agent', 'fake', '--clarify', '--verify', 'true'] };
};

/** What the fixer was given about a finding. */
const answersGiven = (agent: ScriptedAgent): Record<string, string> =>
  Object.fromEntries(
    agent
      .calls('fix')
      .flatMap(({ input }) =>
        input.role === 'fix'
          ? Object.values(input.todo).flatMap(({ clarifications }) => clarifications.map(({ question_id: id, answer }) => [id, answer]))
          : [],
      ),
  );

describe('questions in the terminal', () => {
  it('3.1 are asked by finding, may be left unanswered, and their answers reach the fixer', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const terminal = openTerminal(args, sandbox);
      await terminal.waitFor('How good should it be? (there are degrees)');
      expect(terminal.shown()).toContain('3 questions before fixing');
      expect(terminal.shown()).toContain('F1 It is bad (a.txt:1)');
      terminal.type(`very good${enter}`);
      await terminal.waitFor('By when?');
      terminal.type(enter);
      await terminal.waitFor('F2 So is this (b.txt:1)');
      await terminal.waitFor(String.raw`Is \x1b[2Jb needed?`);
      terminal.type(`yes${enter}`);
      expect(await terminal.ended, terminal.shown()).toBe(0);
      expect(answersGiven(agent)).toMatchObject({ 'F1-q1': 'very good', 'F2-q1': 'yes' });
      expect(terminal.shown()).toMatch(/2 questions? answered/);
      expect(terminal.shown()).toContain('F1-q2');
    }, files));

  it('3.1 end the run with Ctrl-C, before anything is fixed', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const terminal = openTerminal(args, sandbox);
      await terminal.waitFor('How good should it be?');
      terminal.type(controlC);
      expect(await terminal.ended, terminal.shown()).toBe(130);
      expect(agent.calls('fix')).toEqual([]);
    }, files));
});

describe('questions without a terminal', () => {
  it('3.1 are answered by --answers', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const answers = join(sandbox.scratch, 'answers.json');
      writeFileSync(answers, JSON.stringify({ answers: { 'F1-q1': 'as good as it gets', 'F2-q1': 'no' } }));
      const { code, stdout } = await sandbox.run([...args, '--answers', answers]);
      expect(code, stdout).toBe(0);
      expect(answersGiven(agent)).toMatchObject({ 'F1-q1': 'as good as it gets', 'F2-q1': 'no' });
      expect(stdout).toContain('2 questions answered');
      expect(stdout).toMatch(/not answered.*F1-q2/);
    }, files));

  it('3.1 are left to the fixer where nobody answers', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const { code, stdout } = await sandbox.run(args);
      expect(code, stdout).toBe(0);
      expect(stdout).toContain('No question was answered');
      expect(agent.calls('fix').length).toBeGreaterThan(0);
    }, files));

  it('13.2 says what is wrong with a file of answers before anything is started', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const { code, stderr } = await sandbox.run([...args, '--answers', join(sandbox.scratch, 'nowhere.json')]);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
      expect(agent.calls()).toEqual([]);
    }, files));
});
