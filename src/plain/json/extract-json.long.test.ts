import { describe, expect, it } from 'vitest';
import { looksLikeAnswer } from '../../model/answers/shape.ts';
import { extractJson } from './extract-json.ts';

const json = JSON.stringify(
  { outcomes: [{ id: 'F001', outcome: 'fixed', explanation: 'uses { and " and [' }] },
  null,
  2,
);

describe('1.3 the JSON in an answer is found', () => {
  it.each(['{', '[', '{"a":', '{"', "{'", '[{', '{"a":[1,', '{"a":x}', '"', '\\'])(
    'in time, in 2 MB of %j',
    async (part) => {
      // Quadratic work would take hours; the time limit of the test is the assertion.
      const text = part.repeat(Math.floor(2_000_000 / part.length));
      await extractJson(text);
      expect(await extractJson(`${text}\n\n${json}`, looksLikeAnswer('fix'))).toBeDefined();
    },
  );
});
