import { expect, it } from 'vitest';
import { anyOf, pattern } from './pattern.ts';

it('is the regular expression that its parts make, one behind the other', () => {
  const written = pattern('gi', /^(?<word>a|b)/, anyOf(/c?/, 'd', /e\/f/), /\s$/);
  expect(written.source).toBe(/^(?<word>a|b)(?:c?|d|e\/f)\s$/.source);
  expect(written.flags).toBe('gi');
});
