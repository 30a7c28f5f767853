import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

describe('nearest', () => {
  const known = ['concurrency', 'mode', 'minSeverity', 'fix'];

  it.each([
    ['concurency', 'concurrency'],
    ['min_severity', 'minSeverity'],
    ['MIN-SEVERITY', 'minSeverity'],
    ['fx', 'fix'],
    ['mod', 'mode'],
    ['timeout', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('14 suggests for %j %j', (word, suggestion) => {
    expect(nearest(word, known)).toBe(suggestion);
  });
});
