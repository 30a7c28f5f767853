/**
 * What is made of all that an agent may say through the Agent Client Protocol; the contract with agents is in
 * test/contract.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Step } from '../../../../test/fakes/acp-agent-play.ts';
import { ended, openPlayed, type Played, says, sessionId } from '../../../../test/fakes/acp-played.ts';
import type { AgentRequest, AgentResult } from '../../../ports/agent.ts';

let played: Played;
beforeEach(() => {
  played = openPlayed();
});
afterEach(() => played.remove());

describe('4.1 the saved stream of gemini', () => {
  const Saved = z.looseObject({ dir: z.string(), m: z.string().optional(), r: z.unknown().optional() });
  const saved = readFileSync(
    new URL('../../../../test/fixtures/agent-streams/acp-gemini.jsonl', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter(Boolean)
    .map((line) => Saved.parse(JSON.parse(line)));
  const resultOf = (method: string): Step => ({ result: saved.find(({ dir, m }) => dir === 'res' && m === method)?.r });
  const beginnings = saved.flatMap(({ dir, m }, at) => (dir === 'req' && m === 'session/prompt' ? [at] : []));
  /** The steps of one of its turns, in the workspace of the test. */
  const turn = (n: number): Step[] =>
    saved.slice((beginnings[n] ?? 0) + 1, beginnings[n + 1]).flatMap(({ dir, m, r, ...params }): Step[] => {
      const here: unknown = JSON.parse(JSON.stringify(params).replaceAll('/workspace', played.workspace));
      if (dir === 'update') return [{ update: here }];
      if (dir === 'permission') return [{ ask: here }];
      return dir === 'res' && m === 'session/prompt' ? [{ result: r }] : [];
    });
  const replay = (n: number, more: Partial<AgentRequest> = {}): Promise<AgentResult> =>
    played.call(
      { initialize: [resultOf('initialize')], 'session/new': [resultOf('session/new')], 'session/prompt': turn(n) },
      { answerBy: 'tools', ...more },
      { tools: 'reporter' },
    );
  const once = { outcome: { outcome: 'selected', optionId: 'proceed_once' } };
  const no = { outcome: { outcome: 'selected', optionId: 'cancel' } };

  it('says hello', async () => {
    const usage = { inputTokens: 10, outputTokens: 20 };
    expect(await replay(0)).toMatchObject({
      outcome: 'ok',
      text: 'Hello from stub.',
      usage,
      session: { used: usage },
      denials: [],
    });
  });

  it('writes a file', async () => {
    expect(await replay(1)).toMatchObject({ outcome: 'ok', text: 'Done.', usage: { inputTokens: 20 }, denials: [] });
    expect(played.answers()).toEqual([once]);
    expect(played.events).toContainEqual({ kind: 'file', path: join(played.workspace, 'made.txt') });
    expect(played.events).toContainEqual({ kind: 'tool', name: 'edit', detail: 'Writing to made.txt' });
  });

  it('may not write a file when it only reads', async () => {
    const denials = [`Writing to made.txt ${join(played.workspace, 'made.txt')}`];
    expect(await replay(1, { access: 'read' })).toMatchObject({ outcome: 'ok', denials });
    expect(played.answers()).toEqual([no]);
  });

  it('uses our tools, also when it only reads', async () => {
    expect(await replay(2, { access: 'read' })).toMatchObject({ outcome: 'ok', text: 'Reported.', denials: [] });
    expect(played.answers()).toEqual([once]);
  });

  it('is cancelled', async () => {
    expect(await replay(3)).toMatchObject({ outcome: 'cancelled', answer: null });
  });

  it.each([
    ['edit', [], no],
    ['edit', ['python3 -c "import time;time.sleep(295)"'], once],
    ['read', ['python3 -c "import time;time.sleep(295)"'], no],
    ['full', [], once],
  ] as const)('with access %s and commands %j runs a command or not', async (access, commands, answer) => {
    const result = await replay(4, { access, commands });
    expect(played.answers()).toEqual([answer]);
    expect(result.denials).toEqual(answer === no ? ['python3 -c "import time;time.sleep(295)"'] : []);
  });
});

describe('4.9 the end of a turn', () => {
  it.each([
    ['end_turn', 'ok', undefined],
    ['refusal', 'refused', /refused/],
    ['max_tokens', 'crashed', /tokens/],
    ['max_turn_requests', 'crashed', /requests/],
    ['cancelled', 'cancelled', /cancelled/],
    ['boredom', 'crashed', /boredom/],
  ])('%s', async (stopReason, outcome, message) => {
    const result = await played.call({ 'session/prompt': [says('So be it.'), { result: { stopReason } }] });
    expect(result).toMatchObject({ outcome, text: 'So be it.', session: { id: sessionId } });
    if (message === undefined) expect(result.message).toBeUndefined();
    else expect(result.message).toMatch(message);
  });

  it.each([
    ['session/prompt', { code: 429, message: 'Rate limit exceeded. Try again later.' }, 'rate-limit'],
    ['session/prompt', { code: 401, message: '{"error":{"code":401,"status":"UNAUTHENTICATED"}}' }, 'auth'],
    ['session/prompt', { code: 500, message: 'terminated' }, 'network'],
    ['session/prompt', { code: 500, message: 'Unknown stream execution error.' }, 'overloaded'],
    ['session/prompt', { code: -32_603, message: 'Internal error: nothing fits' }, 'crashed'],
    [
      'session/prompt',
      { code: -32_603, message: 'Internal error', data: { details: 'status 529 overloaded' } },
      'overloaded',
    ],
    ['session/prompt', { code: -32_000, message: 'You have hit your usage limit' }, 'quota'],
    ['session/new', { code: -32_000, message: 'Log in first' }, 'auth'],
    ['initialize', { code: -32_601, message: 'no such method' }, 'crashed'],
    ['session/prompt', 'nonsense', 'crashed'],
  ])('%s fails with %j', async (method, error, outcome) => {
    const result = await played.call({ [method]: [{ error }] });
    expect(result).toMatchObject({ outcome, answer: null });
  });

  it('tells how a program ended that was gone before', async () => {
    const result = await played.call({
      'session/prompt': [{ stderr: 'noise\nError: connect ECONNREFUSED\n' }, { exit: 3 }],
    });
    expect(result).toMatchObject({
      outcome: 'network',
      message: expect.stringMatching(/exit code 3: Error: connect ECONNREFUSED$/),
    });
  });

  it('does not wait for an agent that tries again by itself', async () => {
    const stderr = 'level=ERROR message="stream error" modelID=m error.error="AI_APICallError: too many requests"\n';
    expect(await played.call({ 'session/prompt': [{ stderr }] })).toMatchObject({
      outcome: 'rate-limit',
      message: expect.stringContaining('too many'),
    });
  });

  it('knows other versions of the protocol', async () => {
    const result = await played.call({ initialize: [{ result: { protocolVersion: 2 } }] });
    expect(result).toMatchObject({ outcome: 'crashed', message: expect.stringContaining('version 1') });
  });

  it('says when it cannot be started', async () => {
    const result = await played.call({}, {}, { program: ['no-such-agent'] });
    expect(result).toMatchObject({ outcome: 'crashed', message: expect.stringMatching(/no such program/) });
  });
});

describe('4.9 an agent that talks nonsense', () => {
  it('is not understood, and goes on', async () => {
    const nonsense: Step[] = [
      ...[
        '{',
        '[]',
        'null',
        '"x"',
        '12',
        'Debugger listening',
        '{"id":99,"result":{}}',
        '{"id":null,"error":{}}',
        '{"method":7}',
      ].map((raw) => ({ raw })),
      { raw: `{"jsonrpc":"2.0","method":"session/update","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
      { update: null },
      { update: { sessionId, update: { sessionUpdate: 'tool_call', toolCallId: 7 } } },
      { update: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'image' } } } },
      {
        update: {
          sessionId: 'other',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'not mine' } },
        },
      },
      { ask: 12 },
      { ask: { sessionId, toolCall: { toolCallId: 'x' }, options: [] } },
      {
        ask: {
          sessionId,
          toolCall: { toolCallId: 'x', kind: 'edit' },
          options: [{ optionId: 'a', kind: 'allow_always' }],
        },
      },
      { ask: { path: '/etc/passwd' }, method: 'fs/read_text_file' },
      { ask: { command: 'id' }, method: 'terminal/create' },
    ];
    const result = await played.call({ 'session/prompt': [...nonsense, says('Fine.'), ended] }, { access: 'full' });
    expect(result).toMatchObject({ outcome: 'ok', text: 'Fine.' });
    const cancelled = { outcome: { outcome: 'cancelled' } };
    const unknown = expect.objectContaining({ code: -32_601 });
    expect(played.answers()).toEqual([cancelled, cancelled, cancelled, unknown, unknown]);
  });

  it('4.11 is kept in bounds, however much it says', async () => {
    const chunk = JSON.stringify({
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(1_000) } },
      },
    });
    const many: Step[] = Array.from({ length: 20 }, () => ({
      raw: Array.from({ length: 500 }, () => chunk).join('\n'),
    }));
    const asks: Step[] = Array.from({ length: 300 }, () => ({
      ask: { sessionId, toolCall: { toolCallId: 'x', kind: 'execute', title: 'y'.repeat(9_000) }, options: [] },
    }));
    const result = await played.call({ 'session/prompt': [...many, ...asks, says('the end'), ended] });
    expect(result.outcome).toBe('ok');
    expect(result.text.endsWith('the end')).toBe(true);
    expect(result.text.length).toBeLessThan(2_200_000);
    expect(result.denials).toHaveLength(100);
    expect(result.denials.join('').length).toBeLessThan(60_000);
  });

  it('4.1 is not given a command by a prompt that looks like one', async () => {
    await played.call({}, { prompt: '/clear everything' });
    const prompt = played.told().find(({ method }) => method === 'session/prompt');
    expect(JSON.stringify(prompt?.params)).toContain('Task:\\n/clear everything');
  });
});
