import { describe, expect, it } from 'vitest';
import { costOf, listPrice } from './prices.ts';

describe('prices', () => {
  it('10.4 are known for a model by its name, with its provider or a date', () => {
    const price = listPrice('gpt-5');
    expect(price).toMatchObject({ inputPerMTok: 1.25, outputPerMTok: 10 });
    expect([
      listPrice('openai/gpt-5'),
      listPrice('GPT-5-latest'),
      listPrice('gpt-5-20250807'),
      listPrice('gpt-5-2025-08-07'),
    ]).toEqual(Array.from({ length: 4 }, () => price));
    expect(listPrice('gpt-5-mini')).not.toEqual(price);
  });

  it.each(['gpt-5.5', 'gpt-5-pro', 'claude-opus-9', 'opus', 'gemini-3-pro', '', 'constructor'])(
    '10.4 are not guessed for %j',
    (model) => {
      expect(listPrice(model)).toBeUndefined();
    },
  );

  it('10.4 count what came from a cache at its own price, and leave unknown what is unknown', () => {
    const price = { inputPerMTok: 10, outputPerMTok: 100, cachedPerMTok: 1 };
    expect(costOf({ inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 10_000 }, price)).toBeCloseTo(
      6 + 0.4 + 1,
    );
    expect(
      costOf({ inputTokens: 1_000_000, cachedTokens: 1_000_000 }, { inputPerMTok: 10, outputPerMTok: 0 }),
    ).toBeCloseTo(1);
    expect(costOf({ usd: 3, inputTokens: 1 }, price)).toBe(3);
    expect(costOf({}, price)).toBeUndefined();
    expect(costOf({ inputTokens: 5 }, undefined)).toBeUndefined();
  });
});
