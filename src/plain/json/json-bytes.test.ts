import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

type Verdict = { at: number } | 'complete' | 'cut';

/** Fed in pieces of a size. */
const scan = (text: string, piece: number): Verdict => {
  const bytes = Buffer.from(text);
  const json = jsonBytes({ depth: 4, key: () => undefined, begin: () => undefined, end: () => undefined });
  for (let at = 0; at < bytes.length; at += piece) {
    const broken = json.feed(bytes.subarray(at, at + piece));
    if (broken) return { at: broken.at };
  }
  return json.isComplete() ? 'complete' : 'cut';
};

const parse = (text: string): Verdict => {
  try {
    JSON.parse(text);
    return 'complete';
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1];
    return at === undefined ? 'cut' : { at: Number(at) };
  }
};

const isRefused = (verdict: Verdict): boolean => verdict !== 'complete';

const damage = fc.record({
  at: fc.nat(200),
  cut: fc.nat(3),
  insert: fc.oneof(
    fc.string({ maxLength: 2 }),
    fc.constantFrom(
      '"',
      '\\',
      '\\u00',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '-',
      '0',
      '.',
      'e',
      'tru',
      '\n',
      '\u0000',
      '\u0001',
      ' ',
    ),
  ),
});

describe('jsonBytes', () => {
  it.each([
    '{}',
    '[]',
    ' [1, -0, 0.5, 1e9, 1E+9, -12.25e-3, true, false, null, "", "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9ü😀"]\r\n\t',
    '{"a":{"b":[{},[],{"c":"d"}]},"a":1}',
  ])('1.2 takes %j for JSON', (text) => {
    for (const piece of [1, 2, 3, 7, 1_000]) expect(scan(text, piece)).toBe('complete');
  });

  it.each([
    ['{"a": 1,}', 8],
    ['[1,]', 3],
    ['[01]', 2],
    ['[-]', 2],
    ['[1.]', 3],
    ['[.5]', 1],
    ['[1e]', 3],
    ['[tru]', 4],
    ['["\\q"]', 3],
    ['["\\u12G4"]', 6],
    ['["a\nb"]', 3],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[}', 1],
    ['{]', 1],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['[]]', 2],
    ['[],', 2],
  ])('1.2 says where %j breaks', (text, at) => {
    for (const piece of [1, 2, 1_000]) expect(scan(text, piece)).toEqual({ at });
  });

  it.each(['', '[', '{', '["', '["\\', '["\\u1', '[1', '[1,', '{"a"', '{"a":', '{"a":tr', '[[]'])(
    '1.2 says that %j is cut off',
    (text) => {
      for (const piece of [1, 2, 1_000]) expect(scan(text, piece)).toBe('cut');
    },
  );

  it('1.2 agrees with JSON.parse about any text, and about the place where one breaks', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.array(damage, { maxLength: 2 }),
        fc.constantFrom(0, 1),
        fc.integer({ min: 1, max: 40 }),
        (value, damages, indent, piece) => {
          const whole = JSON.stringify(value, null, indent);
          const text = damages
            .reduce((now, { at, cut, insert }) => now.slice(0, at) + insert + now.slice(at + cut), whole)
            .toWellFormed();
          fc.pre(/^\s*[[{]/.test(text));
          const verdict = scan(text, piece);
          const wanted = parse(text);
          expect(isRefused(verdict)).toBe(isRefused(wanted));
          // The parser names a place only sometimes, and counts in characters.
          if (typeof verdict === 'object' && typeof wanted === 'object') {
            expect(Buffer.from(text).subarray(0, verdict.at).toString().length).toBe(wanted.at);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('1.2 tells where keys and values lie, down to a depth, wherever pieces end', () => {
    const text = '{"a":[{"b\\u0063":{"deep":[1]}},"x",12 ],"long":null}';
    const told = (piece: number): string[] => {
      const lines: string[] = [];
      const starts: number[] = [];
      const json = jsonBytes({
        depth: 3,
        key: (depth, name) => lines.push(`${depth} key ${name}`),
        begin: (depth, at) => (starts[depth] = at),
        end: (depth, at) => lines.push(`${depth} ${text.slice(starts[depth], at)}`),
      });
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += piece) json.feed(Buffer.from(bytes.subarray(at, at + piece)));
      return lines;
    };
    const wanted = [
      '1 key a',
      '3 key bc',
      '3 {"deep":[1]}',
      '2 {"b\\u0063":{"deep":[1]}}',
      '2 "x"',
      '2 12',
      '1 [{"b\\u0063":{"deep":[1]}},"x",12 ]',
      '1 key long',
      '1 null',
      `0 ${text}`,
    ];
    for (const piece of [1, 2, 3, 5, 11, 1_000]) expect(told(piece)).toEqual(wanted);
  });

  it('1.2 passes over a key that is too long to be of interest', () => {
    const keys: (string | null)[] = [];
    const json = jsonBytes({
      depth: 4,
      key: (_, name) => keys.push(name),
      begin: () => undefined,
      end: () => undefined,
    });
    json.feed(Buffer.from(`{"${'x'.repeat(5_000)}":1,"y":2}`));
    expect(keys).toEqual([null, 'y']);
  });

  it('1.2 refuses what is nested beyond all measure, instead of remembering every bracket', () => {
    const json = jsonBytes({ depth: 0, key: () => undefined, begin: () => undefined, end: () => undefined });
    expect(json.feed(Buffer.alloc(2_000_000, '['))).toEqual({ at: 1_000_000, deep: true });
  });
});
