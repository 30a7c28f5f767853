import { describe, expect, it } from 'vitest';
import { type EditRange, endOfLine } from '../../model/finding/edits.ts';
import { overlaps } from './overlap.ts';

const edit = (range: EditRange, file = 'a') => ({ file, range, text: '' });
const lines = (startLine: number, endLine: number): EditRange => ({ by: 'lines', startLine, endLine });
const at = (
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  unit: 'utf16' | 'utf8' = 'utf16',
): EditRange => ({
  by: 'position',
  startLine,
  startColumn,
  endLine,
  endColumn,
  unit,
});

describe('1.4 edits that are merged', () => {
  it.each([
    ['whole lines that share one', lines(1, 3), lines(3, 4), true],
    ['whole lines that touch', lines(1, 2), lines(3, 4), false],
    ['a line and a place in it', lines(2, 2), at(2, 5, 2, 6, 'utf8'), true],
    ['a line and its end', lines(2, 2), at(2, 5, 2, endOfLine), true],
    ['a line and what ends before it', lines(2, 2), at(1, 1, 2, 1), false],
    ['a line and an insertion in front of it', lines(2, 2), at(2, 1, 2, 1), true],
    ['a line and an offset', lines(2, 2), { by: 'offset', start: 0, end: 0 } as const, true],
    ['columns of two units in one line', at(2, 1, 2, 2), at(2, 5, 2, 6, 'utf8'), true],
    ['columns of two units in two lines', at(2, 1, 2, 2), at(3, 5, 3, 6, 'utf8'), false],
  ])('get into each other’s way or not: %s', (_, a, b, expected) => {
    expect([overlaps(edit(a), edit(b)), overlaps(edit(b), edit(a)), overlaps(edit(a), edit(b, 'b'))]).toEqual([
      expected,
      expected,
      false,
    ]);
  });
});
