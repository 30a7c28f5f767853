/** How long a call waits for an agent that cannot take it now. */
import { describe, expect, it } from 'vitest';
import type { AgentResult } from '../../../ports/agent.ts';
import { postponement } from './wait.ts';
import { exampleState } from '../../../../test/support/loop/examples.ts';

const now = new Date('2026-01-01T00:00:00Z');

const waitOf = (result: Partial<AgentResult>, waitedMs = 0): number | null => {
  const full: AgentResult = {
    outcome: 'rate-limit',
    answer: null,
    text: '',
    transcript: '',
    usage: {},
    denials: [],
    problems: [],
    ...result,
  };
  const state = exampleState();
  return postponement(full, now, { ...state, agents: { ...state.agents, waitedMs } })?.waitMs ?? null;
};

describe('waiting for an agent', () => {
  it.each(['rate-limit', 'overloaded', 'network'] as const)(
    'waits for %s, ever longer, at most a minute',
    (outcome) => {
      expect([0, 1_000, 2_000, 64_000].map((waited) => waitOf({ outcome }, waited))).toEqual([
        1_000, 1_000, 2_000, 60_000,
      ]);
    },
  );

  it('stops at once, without a wait, for quota and sign-in', () => {
    expect([waitOf({ outcome: 'quota' }), waitOf({ outcome: 'auth' })]).toEqual([0, 0]);
  });

  it.each(['ok', 'timeout', 'cancelled', 'crashed', 'refused'] as const)(
    'does not postpone a call that ended %s',
    (outcome) => {
      expect(waitOf({ outcome })).toBeNull();
    },
  );

  it('waits as long as the agent asks for', () => {
    expect(waitOf({ retryAfterMs: 90_000 })).toBe(90_000);
  });

  it.each([0, -5, Number.NaN])(
    '4.6 an agent that asks for a wait of %d cannot keep the run going for ever',
    (retryAfterMs) => {
      expect(waitOf({ retryAfterMs })).toBeGreaterThanOrEqual(1_000);
    },
  );

  it.each([Number.POSITIVE_INFINITY, 1e18])(
    'an absurd wait of %d still has an end that can be written down',
    (retryAfterMs) => {
      expect(waitOf({ retryAfterMs })).toBe(86_400_000);
    },
  );
});
