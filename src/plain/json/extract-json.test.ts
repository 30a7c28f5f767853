import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeAnswer } from '../../model/answers/shape.ts';
import { extractJson } from './extract-json.ts';

const answer = { outcomes: [{ id: 'F001', outcome: 'fixed', explanation: 'uses { and " and [' }] };
const json = JSON.stringify(answer, null, 2);

describe('1.3 the JSON in an answer is found', () => {
  it.each([
    ['alone', `\n${json}\n`, 'plain'],
    ['in a fence', `Done!\n\`\`\`json\n${json}\n\`\`\`\nBye.`, 'fenced'],
    ['in a fence without a language', `\`\`\`\n${json}\n\`\`\``, 'fenced'],
    ['inside prose with braces', `I changed {a, b} and [see 1]: ${json} and {that} is "it".`, 'prose'],
    ['after other values', `{"type":"log"}\n[1,2]\n${json}`, 'prose'],
    ['in double braces', `{${json}}`, 'prose'],
    ['after a brace that is never closed', `if (x) { y = "1 ;\n${json}`, 'prose'],
    ['after a quote that is never closed', `it's {" or so\n${json}`, 'prose'],
  ])('%s', async (_, text, how) => {
    expect(await extractJson(text, looksLikeAnswer('fix'))).toMatchObject({ value: answer, how });
  });

  it.each([
    ['single quotes', `{'outcomes': [{'id': 'F001', 'outcome': 'fixed'}]}`],
    ['trailing commas', `{"outcomes": [{"id": "F001", "outcome": "fixed",},],}`],
    ['names without quotes', `{outcomes: [{id: "F001", outcome: "fixed"}]}`],
    ['comments', `{"outcomes": [ // all of them\n {"id": "F001", "outcome": "fixed"}]}`],
    ['a missing comma', `{"outcomes": [{"id": "F001" "outcome": "fixed"}]}`],
    ['its end cut off', `{"outcomes": [{"id": "F001", "outcome": "fixed"`],
    ['its end cut off in a fence', 'Here:\n```json\n{"outcomes": [{"id": "F001", "outcome": "fixed"\n```\n'],
  ])('with %s, and repaired', async (_, text) => {
    for (const wrapped of [text, `Result: ${text}`]) {
      expect(await extractJson(wrapped, looksLikeAnswer('fix'))).toMatchObject({
        value: { outcomes: [{ id: 'F001', outcome: 'fixed' }] },
        how: 'repaired',
      });
    }
  });

  it('as the whole, not as a part of something broken', async () => {
    const text = `{"outcomes":[{"id":"A","outcome":"fixed",},{"id":"B","outcome":"blocked"}]}`;
    expect((await extractJson(text))?.value).toEqual({
      outcomes: [
        { id: 'A', outcome: 'fixed' },
        { id: 'B', outcome: 'blocked' },
      ],
    });
  });

  it('as the last one when there are several', async () => {
    expect((await extractJson('{"a":1} then {"a":2} {nothing}'))?.value).toEqual({ a: 2 });
  });

  it('as the one that is an answer, when others follow', async () => {
    expect((await extractJson(`${json}\n{"type":"stats","turns":3}`, looksLikeAnswer('fix')))?.value).toEqual(answer);
    expect((await extractJson(`${json}\n{"type":"stats","turns":3}`))?.value).toEqual({ type: 'stats', turns: 3 });
  });

  it.each(['', 'no JSON here', 'use {braces} and [brackets]', '42', '"text"', '}', ']{', '{', '['])(
    'or not, in %j',
    async (text) => {
      expect(await extractJson(text)).toBeNull();
    },
  );

  it('wherever it stands in any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.jsonValue(), fc.string(), async (before, value, after) => {
        const clean = (text: string) => text.replaceAll(/[{}[\]"']/g, '');
        fc.pre(typeof value === 'object' && value !== null);
        expect((await extractJson(`${clean(before)}${JSON.stringify(value)}${clean(after)}`))?.value).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('without touching the prototype of anything', async () => {
    const found = await extractJson(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, }',
    );
    expect(found?.how).toBe('repaired');
    expect('polluted' in {}).toBe(false);
  });

  it.each(["'a'b", "'a' b ", '`a`b', '“a”b'])(
    'in time, in an answer whose strings end in 16 kB of %j',
    async (part) => {
      expect(await extractJson(`{"line":${part.repeat(4_000)}}`)).not.toMatchObject({ how: 'plain' });
    },
  );

  it('with quotes of another kind, and apostrophes in them', async () => {
    const items = Array.from(
      { length: 300 },
      (_, index) => `{'title': 'It is "bad" ${index}', 'description': "don't, can't, won't"}`,
    );
    const found = await extractJson(`{'findings': [${items.join(', ')}],}`);
    expect(found).toMatchObject({
      how: 'repaired',
      value: { findings: { length: 300, 299: { description: "don't, can't, won't" } } },
    });
  });

  it.each(['[a](', '![', '[]', '"', '"a"b', 'a\n"', '[{'])(
    'in time, in an answer that is cut off in 500 kB of %j',
    async (part) => {
      expect(await extractJson(`{"findings":[{"title":"${part.repeat(500_000 / part.length)}`)).not.toMatchObject({
        how: 'plain',
      });
    },
  );
});
