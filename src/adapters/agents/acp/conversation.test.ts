/** Sessions of an agent that speaks the Agent Client Protocol, and what can be chosen in one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../../../../test/fakes/acp-agent-play.ts';
import { openPlayed, type Played, sessionId } from '../../../../test/fakes/acp-played.ts';

let played: Played;
beforeEach(() => {
  played = openPlayed();
});
afterEach(() => played.remove());

describe('3.5 sessions', () => {
  const session = { id: 'old', used: { inputTokens: 100, usd: 0.5 } };
  const history: Step[] = [
    {
      update: {
        sessionId: 'old',
        update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Say it.' } },
      },
    },
    {
      update: {
        sessionId: 'old',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I have said it.' } },
      },
    },
  ];
  const cost: Step = {
    update: {
      sessionId: 'old',
      update: { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.75, currency: 'USD' } },
    },
  };
  const newText: Step = {
    update: {
      sessionId: 'old',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'New.' } },
    },
  };
  const usage = { inputTokens: 5, outputTokens: 2, cachedReadTokens: 3, totalTokens: 10 };

  it('is loaded, and what was said in it does not count again', async () => {
    const result = await played.call(
      {
        'session/load': [...history, { result: {} }],
        'session/prompt': [newText, cost, { result: { stopReason: 'end_turn', usage } }],
      },
      { session },
    );
    expect(result).toMatchObject({ outcome: 'ok', text: 'New.', problems: [] });
    expect(result.usage).toEqual({ inputTokens: 8, cachedTokens: 3, outputTokens: 2, usd: 0.25 });
    expect(result.session).toEqual({
      id: 'old',
      used: { inputTokens: 108, cachedTokens: 3, outputTokens: 2, usd: 0.75 },
    });
    expect(played.events).toEqual([{ kind: 'text', text: 'New.' }]);
  });

  it('is resumed where that can be done', async () => {
    const initialize = [
      { result: { protocolVersion: 1, agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } } },
    ];
    const result = await played.call({ initialize, 'session/resume': [{ result: {} }] }, { session });
    expect(result).toMatchObject({ outcome: 'ok', session: { id: 'old' }, problems: [] });
  });

  it('is left as it is when others begin from it as well', async () => {
    const result = await played.call(
      { 'session/load': [...history, { result: {} }] },
      { session: { ...session, fork: true } },
    );
    expect(result).toMatchObject({
      outcome: 'ok',
      session: { id: sessionId },
      problems: [expect.stringContaining('a new one was begun')],
    });
    expect(played.told().map(({ method }) => method)).not.toContain('session/load');
  });

  it('is begun anew when it is gone, lost or cannot be loaded, which is said', async () => {
    const gone = await played.call(
      { 'session/load': [{ error: { code: -32_002, message: 'Resource not found' } }] },
      { session },
    );
    expect(gone).toMatchObject({
      outcome: 'ok',
      session: { id: sessionId },
      problems: [expect.stringMatching(/session.*Resource not found/)],
    });
    const lost = await played.call({ 'session/load': [{ result: {} }] }, { session });
    expect(lost).toMatchObject({
      outcome: 'ok',
      session: { id: 'old' },
      problems: [expect.stringMatching(/session.*lost/)],
    });
    const never = await played.call({ initialize: [{ result: { protocolVersion: 1 } }] }, { session });
    expect(never).toMatchObject({
      outcome: 'ok',
      session: { id: sessionId },
      problems: [expect.stringMatching(/session.*no way/)],
    });
  });
});

describe('what can be chosen', () => {
  const modes = { currentModeId: 'yolo', availableModes: [{ id: 'default' }, { id: 'yolo' }, { id: 'plan' }] };
  const models = { currentModelId: 'a', availableModels: [{ modelId: 'a' }] };
  const configOptions = [
    {
      id: 'm',
      category: 'model',
      type: 'select',
      currentValue: 'a',
      options: [{ group: 'g', name: 'g', options: [{ value: 'b', name: 'B' }] }],
    },
    {
      id: 'mode',
      category: 'mode',
      type: 'select',
      currentValue: 'build',
      options: [
        { value: 'plan', name: 'p' },
        { value: 'build', name: 'b' },
      ],
    },
  ];
  const chosen = (): unknown[] =>
    played
      .told()
      .flatMap(({ method, params }) => (method?.startsWith('session/set') === true ? [[method, params]] : []));

  it('4.7 is a mode in which it asks, and the model', async () => {
    const set = { 'session/set_mode': [{ result: {} }], 'session/set_model': [{ result: {} }] };
    const result = await played.call(
      { ...set, 'session/new': [{ result: { sessionId, modes, models } }] },
      {},
      { model: 'b' },
    );
    expect(result).toMatchObject({ outcome: 'ok', problems: [] });
    expect(chosen()).toEqual([
      ['session/set_mode', { sessionId, modeId: 'default' }],
      ['session/set_model', { sessionId, modelId: 'b' }],
    ]);
  });

  it('4.7 is given as options by newer agents', async () => {
    const set = { 'session/set_config_option': [{ result: {} }] };
    await played.call(
      { ...set, 'session/new': [{ result: { sessionId, configOptions } }] },
      { access: 'read' },
      { model: 'b' },
    );
    expect(chosen()).toEqual([
      ['session/set_config_option', { sessionId, configId: 'mode', value: 'plan' }],
      ['session/set_config_option', { sessionId, configId: 'm', value: 'b' }],
    ]);
  });

  it('is said when it cannot be', async () => {
    expect((await played.call({}, {}, { model: 'b' })).problems).toEqual([expect.stringContaining('model')]);
    const refused = await played.call({ 'session/new': [{ result: { sessionId, models } }] }, {}, { model: 'b' });
    expect(refused).toMatchObject({ outcome: 'ok', problems: [expect.stringContaining('does not take the model b')] });
    const full = await played.call({ 'session/new': [{ result: { sessionId, modes } }] }, { access: 'full' });
    expect(full.problems).toEqual([]);
  });
});
