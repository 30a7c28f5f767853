import { describe, expect, it } from 'vitest';
import { collector } from './collector.ts';

describe('collector', () => {
  it('1.2 counts the problems that are too many to be told, and says where they begin', () => {
    const { collected, tell } = collector(2);
    for (const n of [1, 2, 3, 4, 5]) tell(() => `results[${n}]`, `problem ${n}`);
    expect(collected.problems).toEqual([
      { place: 'results[1]', message: 'problem 1' },
      { place: 'results[2]', message: 'problem 2' },
      { place: 'results[3]', message: '3 more from here on, which are not listed' },
    ]);
  });
});
