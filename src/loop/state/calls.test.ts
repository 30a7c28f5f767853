import { expect, it } from 'vitest';
import type { RunEventOf } from '../../model/event.ts';
import { estimateOf } from '../decide/calls/budget.ts';
import { countCall } from './calls.ts';
import { exampleState } from '../../../test/support/loop/examples.ts';

const ended = (
  outcome: RunEventOf<'attempt.finished'>['outcome'],
  inputTokens: number,
): RunEventOf<'attempt.finished'> => ({
  type: 'attempt.finished',
  unit: '1.1.1',
  agent: 'house',
  outcome,
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: { inputTokens, outputTokens: 0, usd: inputTokens / 1_000 },
  artifacts: [],
  durationMs: 1,
});

it('10.4 a call that failed at once does not make later ones look cheap; the dearest that ended well counts', () => {
  const state = exampleState();
  const tokens = (): number => estimateOf(state, 'house').tokens;
  const count = (...facts: Parameters<typeof ended>): void => countCall(state, 'fix', {}, ended(...facts));
  const guess = tokens();
  expect(guess).toBeGreaterThan(10_000);
  count('crashed', 0);
  expect(tokens()).toBe(guess);
  count('ok', 50);
  expect(tokens()).toBe(50);
  count('timeout', 900);
  count('ok', 70);
  expect(tokens()).toBe(900);
  expect(state.money.spent).toEqual({ tokens: 1_020, usd: 1.02 });
});
