/** Lines from pieces of any size. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLines } from './lines.ts';

const linesOf = (pieces: readonly string[], longest?: number): string[] => {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line), longest);
  for (const piece of pieces) splitter.write(piece);
  splitter.end();
  return lines;
};

it('4.9 gives the same lines however they are cut', () => {
  const text = fc.array(fc.constantFrom('a', '{"b":1}', '\n', '\r\n', ' ', 'ü', '')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
      const at = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, n) => whole.slice(at[n], end));
      const wanted = whole.split('\n').map((line) => line.replace(/\r$/, ''));
      expect(linesOf(pieces)).toEqual(wanted.filter((line) => line.trim() !== ''));
    }),
  );
});

it('4.9 keeps the beginning of a line that is too long, and the next one whole', () => {
  expect(linesOf(['abcdef', 'ghi', 'jkl\nnext'], 8)).toEqual(['abcdefgh', 'next']);
});

it('4.9 takes a line of many pieces', () => {
  const [line = ''] = linesOf(Array.from({ length: 200_000 }, () => 'x'));
  expect(line).toHaveLength(200_000);
});
