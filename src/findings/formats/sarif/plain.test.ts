import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingText, titleOf } from '../../read/text.ts';
import { isPlain, titleOfPlain } from './plain.ts';

const word = fc.stringMatching(/^[ -~]{0,12}$/);
const sentence = fc
  .array(fc.oneof(word, fc.constantFrom('.', '...', '!', '?', 'Long enough.', 'x'.repeat(60))), { maxLength: 8 })
  .map((parts) => parts.join(' '));

describe('plain words', () => {
  it('1.1 get the title that all others get, and need no cleaning', () => {
    let plain = 0;
    fc.assert(
      fc.property(sentence, (text) => {
        if (!isPlain(text)) return;
        plain += 1;
        expect(findingText(text)).toBe(text);
        expect(titleOfPlain(text)).toBe(titleOf(text));
      }),
      { numRuns: 3_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it.each(['', ' a', 'a ', 'a  b', 'a\nb', 'ü', '\u0000', 'x'.repeat(10_001)])('1.1 are not %j', (text) => {
    expect(isPlain(text)).toBe(false);
  });
});
