/** The scripted agent in the roles that judge, as end-to-end tests use it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandAgent } from '../../src/adapters/agents/command/command.ts';
import { createRunProcess } from '../../src/adapters/process/run-process.ts';
import type { AgentInput, Role } from '../../src/model/answer.ts';
import type { AgentResult, AgentRequest } from '../../src/ports/agent.ts';
import { agentRequest, inputFor } from '../support/agent-request.ts';
import { finding } from '../support/answer-client.ts';
import { scriptedAgent, type Scenario, type ScriptedAgent } from './scripted.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-scripted-'));
  mkdirSync(join(folder, 'workspace'));
  writeFileSync(join(folder, 'workspace', 'a.txt'), 'old text\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runProcess = createRunProcess({ graceMs: 300 });
const findings = [finding(1), finding(2)];

const open = (scenario: Scenario): ScriptedAgent => scriptedAgent(join(folder, 'agent'), scenario);

const ask = (
  agent: ScriptedAgent,
  role: Role,
  more: Partial<AgentInput> = {},
  request: Partial<AgentRequest> = {},
): Promise<AgentResult> =>
  commandAgent('house', { command: agent.command, env: [] }, { runProcess }).run(
    agentRequest({
      input: inputFor(role, role === 'review' ? [] : findings, more),
      workspace: join(folder, 'workspace'),
      scratch: mkdtempSync(join(folder, 'scratch-')),
      access: 'read',
      ...request,
    }),
    { signal: new AbortController().signal },
  );

describe('the scripted agent', () => {
  it('2.3 reviews by reviewer and by call: findings, groups, words, edits, a crash', async () => {
    const bug = { title: 'Off by one', severity: 'high', file_path: 'a.txt', line_start: 1 };
    const agent = open({
      review: [
        { findings: [bug, { ...bug, file_path: 'b.txt' }], onlyItsFiles: true },
        { verdict: 'PASSED', findings: [bug] },
      ],
      reviewers: {
        nosy: { edits: [{ file: 'a.txt', write: 'mine\n' }], groups: [{ description: 'all', findings: [bug] }] },
        words: [{ text: '# Review\n\n**Verdict: PASSED**\n' }, { exit: 1 }, { answer: 'silent' }],
      },
    });
    expect((await ask(agent, 'review', { files: ['a.txt'] })).answer).toMatchObject({
      verdict: 'NEEDS_WORK',
      findings: [bug],
    });
    expect((await ask(agent, 'review')).answer).toMatchObject({ verdict: 'PASSED', findings: [bug] });
    expect((await ask(agent, 'review', { reviewer: 'nosy' })).answer).toMatchObject({ groups: [{ findings: [bug] }] });
    expect(readFileSync(join(folder, 'workspace', 'a.txt'), 'utf8')).toBe('mine\n');
    const words = await ask(agent, 'review', { reviewer: 'words' });
    expect(words).toMatchObject({ outcome: 'ok', answer: null, text: '# Review\n\n**Verdict: PASSED**\n' });
    expect((await ask(agent, 'review', { reviewer: 'words' })).outcome).toBe('crashed');
    expect(await ask(agent, 'review', { reviewer: 'words' })).toMatchObject({ outcome: 'ok', answer: null, text: '' });
    expect(agent.calls('review').map(({ reviewer }) => reviewer)).toEqual([
      'python',
      'python',
      'nosy',
      'words',
      'words',
      'words',
    ]);
  });

  it('3.1 asks in rounds, and 3.2 plans', async () => {
    const agent = open({
      call: { session: true },
      clarify: [{ questions: { F001: ['Why?', { question: 'How?', context: 'c' }] } }, { ready: true }],
      plan: {
        steps: [['F001'], { reason: 'later', issues: ['F002'] }],
        todos: { F001: { plan: { approach: 'patch' } } },
      },
    });
    const asked = { question_id: 'F001-q1', question: 'Before?', answer: 'yes' };
    const first = await ask(agent, 'clarify', { answers: [asked] });
    expect(first.answer).toMatchObject({
      questions_by_issue: [
        {
          issue_code: 'F001',
          questions: [
            { id: 'F001-q2', question: 'Why?' },
            { id: 'F001-q3', question: 'How?', context: 'c' },
          ],
        },
      ],
      ready_to_plan: false,
    });
    const session = first.session ?? { id: 'none', used: {} };
    const second = await ask(agent, 'clarify', {}, { session, prompt: 'Go on.' });
    expect(second).toMatchObject({
      answer: { questions_by_issue: [], ready_to_plan: true },
      session: { id: session.id },
    });
    expect((await ask(agent, 'plan')).answer).toMatchObject({
      execution_steps: [
        { step: 1, issues: [{ code: 'F001', plan: { approach: 'patch' } }] },
        { step: 2, reason: 'later', issues: [{ code: 'F002' }] },
      ],
    });
    expect(agent.calls().map(({ n, role, session: id, prompt }) => [n, role, id, prompt])).toEqual([
      [1, 'clarify', null, 'Fix it.'],
      [2, 'clarify', session.id, 'Go on.'],
      [3, 'plan', null, 'Fix it.'],
    ]);
    expect(agent.calls('clarify')[0]?.input).toMatchObject({ answers: [asked] });
  });

  it('6.1 scores by finding and by time, skips one, claims SOLVED, hangs, crashes', async () => {
    const agent = open({
      findings: { F001: [{ outcome: 'deferred' }, { outcome: 'fixed' }] },
      challenge: {
        scores: {
          F001: [{ score: 40, status: 'SOLVED' }, { score: 95, call: { exit: 1 } }, { call: { hang: true } }, 96],
          F002: [70, { missing: true }],
        },
      },
    });
    const first = await ask(agent, 'challenge');
    expect(first.answer).toEqual({
      issues: {
        F001: { score: 40, status: 'SOLVED', feedback: 'scripted feedback about F001' },
        F002: { score: 70, feedback: 'scripted feedback about F002' },
      },
    });
    const second = await ask(agent, 'challenge');
    expect(second.outcome).toBe('crashed');
    expect(second.answer).toEqual({ issues: { F001: { score: 95, feedback: 'scripted feedback about F001' } } });
    expect(
      (await ask(agent, 'challenge', {}, { limits: { timeoutMs: 500, timeoutKey: 'agents.mine.timeout' } })).outcome,
    ).toBe('timeout');
    // What it is asked in one role is not counted in another.
    expect((await ask(agent, 'fix')).answer).toMatchObject({ outcomes: [{ outcome: 'deferred' }, {}] });
    expect((await ask(agent, 'challenge')).answer).toMatchObject({ issues: { F001: { score: 96 } } });
  });

  it('tells calls apart that begin at the same time', async () => {
    const agent = open({ challenge: [1, 2, 3].map((score) => ({ default: score })) });
    const results = await Promise.all([1, 2, 3].map(() => ask(agent, 'challenge', { findings: [finding(1)] })));
    const scores = results.map(({ answer }) => JSON.stringify(answer).match(/"score":\d/)?.[0]);
    expect(new Set(scores)).toEqual(new Set(['"score":1', '"score":2', '"score":3']));
  });
});
