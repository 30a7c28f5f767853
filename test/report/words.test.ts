import { expect, it } from 'vitest';
import { jsonReport } from '../../src/report/json.ts';
import { printable, printableLines, shorten } from '../../src/plain/printable.ts';
import { place } from '../../src/views/words/places.ts';
import { cost, count, duration } from '../../src/views/words/amounts.ts';
import { Report } from '../../src/model/report.ts';
import { sampleReport } from './sample.ts';

it('16 prints a report as one JSON document that fits the schema', () => {
  const parsed: unknown = JSON.parse(jsonReport(sampleReport));
  expect(Report.parse(parsed)).toEqual(sampleReport);
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_500, '1.5 s'],
  [59_600, '1 min 0 s'],
  [3_599_000, '59 min 59 s'],
  [3_661_000, '1 h 1 min'],
])('10.3 says %d ms as %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});

it('10.3 names places and amounts', () => {
  expect(place({ file: 'a.ts' })).toBe('a.ts');
  expect(place({ file: 'a.ts', line: 4, endLine: 4 })).toBe('a.ts:4');
  expect(place({})).toBe('no file');
  expect(count(1, 'entry', 'entries')).toBe('1 entry');
  expect(cost({ usd: null, tokens: { input: 0, output: 0 } })).toBe('');
  expect(cost({ usd: 3, tokens: { input: 0, output: 0 } })).toBe('$3.00');
});

it('13.2 makes control characters visible and keeps lines where they belong', () => {
  expect(printable('a\tb\r\nc\u001B[1m\u009B')).toBe(String.raw`a b c\x1b[1m\x9b`);
  expect(printable('\u202Eabc\uD800')).toBe('\\u{202e}abc\uFFFD');
  expect(printableLines('a\r\n\tb\u0007')).toBe('a\n\tb\\x07');
  expect(shorten('👍👍👍', 2)).toBe('👍…');
  expect(shorten('abc', 3)).toBe('abc');
});
