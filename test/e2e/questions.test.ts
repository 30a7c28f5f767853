/** Questions before fixing: asked in a real terminal, left to the fixer, or a reason to block. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scriptedAgent, type ScriptedAgent } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { reportOf } from '../support/fixpoint.ts';
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

const prepare = (sandbox: Sandbox, played = scenario): { agent: ScriptedAgent; args: string[] } => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), played);
  const from = sandbox.findings([
    { code: 'F1', file: 'a.txt', line: 1, title: 'It is bad' },
    { code: 'F2', file: 'b.txt', line: 1, title: 'So is this' },
  ]);
  const settings = JSON.stringify({ kind: 'command', command: agent.command });
  return {
    agent,
    args: [
      'fix',
      '--from',
      from,
      '--set',
      `agents.fake=${settings}`,
      '--agent',
      'fake',
      '--clarify',
      '--verify',
      'true',
    ],
  };
};

/** What the fixer was given about a finding. */
const answersGiven = (agent: ScriptedAgent): Record<string, string> =>
  Object.fromEntries(
    agent
      .calls('fix')
      .flatMap(({ input }) =>
        input.role === 'fix'
          ? Object.values(input.todo).flatMap(({ clarifications }) =>
              clarifications.map(({ question_id: id, answer }) => [id, answer]),
            )
          : [],
      ),
  );

describe('questions in the terminal', () => {
  it('3.1 are asked by finding, may be left unanswered, and their answers reach the fixer', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const terminal = openTerminal(sandbox, args);
      await terminal.sees('How good should it be? (there are degrees)');
      expect(terminal.shown()).toContain('3 questions before fixing');
      expect(terminal.shown()).toContain('F1 It is bad (a.txt:1)');
      terminal.press(`very good${enter}`);
      await terminal.sees('By when?');
      terminal.press(enter);
      await terminal.sees(String.raw`Is \x1b[2Jb needed?`);
      expect(terminal.shown()).toContain('F2 So is this (b.txt:1)');
      terminal.press(`yes${enter}`);
      expect(await terminal.ended, terminal.shown()).toBe(0);
      expect(answersGiven(agent)).toMatchObject({ 'F1-q1': 'very good', 'F2-q1': 'yes' });
      expect(terminal.shown()).toMatch(/2 questions? answered/);
      expect(terminal.shown()).toContain('F1-q2');
    }, files));

  it('3.1 end the run with Ctrl-C, before anything is fixed', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const terminal = openTerminal(sandbox, args);
      await terminal.sees('How good should it be?');
      terminal.press(controlC);
      expect(await terminal.ended, terminal.shown()).toBe(130);
      expect(agent.calls('fix')).toEqual([]);
    }, files));
});

describe('questions without a terminal', () => {
  it('3.1 block the findings that they are about: these need a decision; all else goes on', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox, { ...scenario, clarify: [{ questions: { F1: ['By when?'] } }] });
      const ended = await sandbox.run(args);
      expect(ended.code, ended.stderr).toBe(2);
      expect(ended.stdout).toMatch(/F1 .*needs a decision, and nobody was there to ask \(F1-q1 “By when\?”\)/);
      const report = reportOf(await sandbox.run(['report', '--json']));
      expect(report).toMatchObject({
        status: 'leftovers',
        stopReason: null,
        totals: { fixed: 1, blocked: 1 },
        questions: [{ id: 'F1-q1', answer: null }],
      });
      expect(agent.calls('fix').map(({ codes }) => codes)).toEqual([['F2']]);
      const late = await sandbox.run(['answer', 'latest', 'F1-q1', 'soon']);
      expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('there is nothing to answer')]);
    }, files));

  it('3.1 are left to the fixer where answers were brought along that do not have them', () =>
    inSandbox(async (sandbox) => {
      const { agent, args } = prepare(sandbox);
      const answers = join(sandbox.scratch, 'none.json');
      writeFileSync(answers, '{}');
      const { code, stdout } = await sandbox.run([...args, '--answers', answers]);
      expect(code, stdout).toBe(0);
      expect(stdout).toContain('No question was answered');
      expect(agent.calls('fix').length).toBeGreaterThan(0);
    }, files));
});
