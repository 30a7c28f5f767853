import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse.ts';

describe('parseConfig', () => {
  it('14 reads tens of thousands of keys and keeps the place of each', () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `k${n}:`).join('\n');
    const { problems, placeOf } = parseConfig({ name: 'fixpoint.yaml', path: '/repo/fixpoint.yaml', text });
    expect(problems).toEqual([]);
    expect(placeOf(['k49999'])).toBe('fixpoint.yaml:50000:1');
  });
});
