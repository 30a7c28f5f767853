/** The loop itself: what is under way when a run stops ends before the run does. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Agent, AgentResult } from '../ports/agent.ts';
import type { Config } from '../config/schema.ts';
import type { Answers } from './engine.ts';
import { Inbox } from './inbox.ts';
import { runLoop } from './run.ts';
import {
  exampleConfig,
  exampleFinding,
  folded,
  findingsAdmitted,
  runStarted,
} from '../../test/support/loop/examples.ts';
import { fakeCustody, fakeEngine, fakeWriter } from '../../test/support/loop/fake-engine.ts';

const result = (facts: Partial<AgentResult>): AgentResult => ({
  outcome: 'ok',
  answer: null,
  text: '',
  transcript: '',
  usage: {},
  denials: [],
  problems: [],
  ...facts,
});

const nobody: Answers = { take: async () => [], more: () => new Promise(() => undefined) };

/** They wake only when they are told to. */
class Sleepers {
  #begun = Promise.withResolvers<void>();
  /** Resolves when somebody sleeps. */
  first = this.#begun.promise;
  size = 0;

  sleep = async (_: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return;
    this.size += 1;
    this.#begun.resolve();
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    this.size -= 1;
  };
}

type Drive = { answers?: Answers; attended?: boolean; sleepers?: Sleepers; lost?: AbortSignal };

const drive = async (
  config: Config,
  agent: Agent['run'],
  { answers = nobody, attended = false, sleepers = new Sleepers(), lost }: Drive = {},
) => {
  const writer = fakeWriter('run');
  const events = await writer.append([
    runStarted(config, { attended }),
    findingsAdmitted(exampleFinding('a'), exampleFinding('b')),
  ]);
  const custody = fakeCustody();
  const state = await runLoop({
    engine: fakeEngine(custody, agent, sleepers.sleep),
    writer: { ...writer, ...(lost && { lost }) },
    state: folded(events),
    onEvent: () => undefined,
    answers,
    cancel: new AbortController().signal,
    inbox: new Inbox(),
  });
  return { state, events: writer.events, sleepers, custody };
};

const fixed = (ids: string[]): AgentResult =>
  result({ answer: { outcomes: ids.map((id) => ({ id, outcome: 'fixed', explanation: 'done' })) } });

describe('runLoop', () => {
  it('11.1 nobody waits for a rate limit any more when the run stops for another reason', async () => {
    const config = exampleConfig({ fix: { agent: 'house', concurrency: 2 } });
    let calls = 0;
    const { state, events, sleepers } = await drive(config, async ({ input }) => {
      calls += 1;
      if (input.findings[0]?.id === 'a') return result({ outcome: 'rate-limit', retryAfterMs: 60_000 });
      // The other is refused only after the first began to wait.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      return result({ outcome: 'quota', message: 'out of quota' });
    });
    expect(state.end.finished).toMatchObject({ status: 'leftovers', stopReason: 'quota' });
    expect(events.filter((event) => event.type === 'attempt.postponed')).toHaveLength(2);
    expect(sleepers.size).toBe(0);
    expect(calls).toBe(2);
  });

  describe('a run that fails', () => {
    const config = exampleConfig({ fix: { agent: 'house', concurrency: 2 }, limits: { minutes: 600 } });
    afterEach(() => vi.useRealTimers());

    /** One finding waits for its agent when `fail` is called about the other. */
    const failing = async (fail: () => Promise<AgentResult>, lost?: AbortSignal) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const sleepers = new Sleepers();
      const agent: Agent['run'] = async ({ input }) => {
        if (input.findings[0]?.id === 'a') return result({ outcome: 'rate-limit', retryAfterMs: 60_000 });
        await sleepers.first;
        expect(vi.getTimerCount()).toBe(1);
        return fail();
      };
      const driven = await drive(config, agent, { sleepers, ...(lost && { lost }) }).catch((error: unknown) => error);
      return { driven, left: { sleepers: sleepers.size, timers: vi.getTimerCount() } };
    };

    it('4.10 leaves nobody waiting, neither for an agent nor for the end of its time', async () => {
      const { driven, left } = await failing(() => Promise.reject(new Error('out of order')));
      expect(driven).toEqual(new Error('out of order'));
      expect(left).toEqual({ sleepers: 0, timers: 0 });
    });

    it('11.1 neither does one that another process took over, though nothing under way ends by itself', async () => {
      const lost = new AbortController();
      const { driven, left } = await failing(() => {
        lost.abort(new Error('taken over'));
        return new Promise(() => undefined);
      }, lost.signal);
      expect(driven).toEqual(new Error('taken over'));
      expect(left).toEqual({ sleepers: 0, timers: 0 });
    });
  });

  it('7.5 hands over what was verified and commits nothing else', async () => {
    const { state, custody } = await drive(
      exampleConfig({ fix: { agent: 'house', concurrency: 1 } }),
      async ({ input }) =>
        input.findings[0]?.id === 'a'
          ? fixed(['a'])
          : result({ answer: { outcomes: [{ id: 'b', outcome: 'deferred', explanation: 'the API key is missing' }] } }),
    );
    expect([...state.findings.values()].map(({ finding, status }) => [finding.id, status])).toEqual([
      ['a', 'fixed'],
      ['b', 'blocked'],
    ]);
    expect(custody.handedOver).toEqual([state.code.verifiedHead.commit]);
    expect(state.code.verifiedHead.commit).not.toBe('c0');
  });

  it('10.4 a call that is about to use more than there is ends, and costs its finding no attempt', async () => {
    const price = { inputPerMTok: 1_000, outputPerMTok: 1_000 };
    const config = exampleConfig({
      agents: { house: { kind: 'command', command: 'house', price } },
      fix: { agent: 'house', concurrency: 1 },
      limits: { usd: 100 },
    });
    let isEnded = false;
    const { state } = await drive(config, async ({ limits }, { signal, onEvent }) => {
      expect(limits.usd).toBe(100);
      onEvent?.({ kind: 'usage', usage: { inputTokens: 90_000, outputTokens: 0 } });
      expect(signal.aborted).toBe(false);
      onEvent?.({ kind: 'usage', usage: { inputTokens: 101_000, outputTokens: 0 } });
      isEnded = signal.aborted;
      return result({ outcome: 'cancelled', usage: { inputTokens: 101_000, outputTokens: 0 } });
    });
    expect(isEnded).toBe(true);
    expect(state.end.finished).toMatchObject({ status: 'leftovers', stopReason: 'budget' });
    expect(state.money.spent.usd).toBeCloseTo(101);
    expect(
      [...state.findings.values()].flatMap(({ attempts }) =>
        attempts.map((attempt) => [attempt.result, attempt.reason]),
      ),
    ).toEqual([['cancelled', 'limits.usd ($100) is reached']]);
  });

  describe('3.1 questions to a person', () => {
    const asks: Agent['run'] = async ({ input }) => {
      if (input.role === 'clarify' && input.answers.length === 0)
        return result({ answer: { questions_by_issue: [{ issue_code: 'A', questions: [{ question: 'which?' }] }] } });
      if (input.role === 'clarify') return result({ answer: { questions_by_issue: [], ready_to_plan: true } });
      return fixed(input.findings.map(({ id }) => id));
    };
    const clarify = { agent: 'house', wait: true };
    const config = exampleConfig({ fix: { agent: 'house', concurrency: 1 }, clarify });
    const said = (answer: string) => [{ question: 'A-q1', answer, command: answer }];

    it('3.1 the loop ends as it stands when nobody is there to answer', async () => {
      const { state, events, custody } = await drive(config, asks);
      expect([state.end.finished, state.people.waitingFor?.map(({ id }) => id)]).toEqual([undefined, ['A-q1']]);
      expect(events.at(-1)?.type).toBe('run.waiting');
      expect(custody.handedOver).toEqual([]);
    });

    it('3.1 the loop waits where somebody is, and goes on with the first answer', async () => {
      const arrivals = [[], said('this'), said('another')];
      const answers: Answers = { take: async () => arrivals.shift() ?? [], more: async () => null };
      const { state, events } = await drive(config, asks, { answers, attended: true });
      expect(state.end.finished?.status).toBe('leftovers');
      expect(events.filter(({ type }) => type === 'question.answered')).toMatchObject([{ answer: 'this' }]);
    });

    it('3.1 an answer that came before it is asked for is heard', async () => {
      const arrivals = [said('this')];
      const { state } = await drive(config, asks, { answers: { ...nobody, take: async () => arrivals.shift() ?? [] } });
      expect(state.people.questions.get('A-q1')?.answer).toBe('this');
      expect(state.end.finished).toBeDefined();
    });
  });
});
