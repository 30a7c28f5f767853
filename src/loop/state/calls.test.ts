import { expect, it } from 'vitest';
import type { RunEventOf } from '../../model/event.ts';
import { estimateOf } from '../decide/calls/estimate.ts';
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
  const count = (...facts: Parameters<typeof ended>): void =>
    countCall(state, { role: 'fix', findings: [] }, {}, ended(...facts));
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

it('10.4 a call counts at least as much as it was given to read, and bears on each of its findings by its part', () => {
  const state = exampleState();
  const said = { ...ended('ok', 1), usage: { inputTokens: 1, outputTokens: 0, leastTokens: 5_000 } };
  countCall(state, { role: 'fix', findings: ['a', 'b'] }, { reserved: { usd: 2, tokens: 9 } }, said);
  expect(state.money.spent).toEqual({ usd: 2, tokens: 5_000 });
  expect(state.money.spentBy.get('fix')).toEqual({ usd: 2, tokens: 5_000 });
  expect(state.money.spentOn.get('b')).toEqual({ usd: 1, tokens: 2_500 });
});
