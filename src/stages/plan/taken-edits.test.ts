import { describe, expect, it } from 'vitest';
import type { EditRange, TextEdit } from '../../model/finding/edits.ts';
import { TakenEdits } from './taken-edits.ts';

const at = (range: EditRange, file = 'a.ts'): TextEdit => ({ file, range, text: 'x' });
const offset = (start: number, end: number, file?: string): TextEdit => at({ by: 'offset', start, end }, file);
const lines = (startLine: number, endLine = startLine): TextEdit => at({ by: 'lines', startLine, endLine });
const columns = (line: number, startColumn: number, endColumn: number, unit: 'utf16' | 'utf8' = 'utf16'): TextEdit =>
  at({ by: 'position', startLine: line, startColumn, endLine: line, endColumn, unit });

describe('5.6 machine-made edits of one file', () => {
  it.each<[string, TextEdit[], boolean[]]>([
    ['far from each other', [offset(9, 12), offset(0, 3), offset(20, 20), offset(5, 7)], [true, true, true, true]],
    ['one within another', [offset(0, 10), offset(3, 4), offset(12, 13)], [true, false, true]],
    ['one around others', [offset(3, 4), offset(8, 9), offset(0, 20), offset(5, 6)], [true, true, false, true]],
    ['that touch', [offset(0, 3), offset(3, 5), offset(4, 5)], [true, false, true]],
    ['two insertions at one place', [offset(4, 4), offset(4, 4), offset(5, 5)], [true, false, true]],
    ['neighbouring lines', [lines(1), lines(2), lines(3, 5), lines(5), lines(6)], [true, true, true, false, true]],
    [
      'columns of a line',
      [columns(1, 1, 4), columns(1, 3, 5), columns(1, 6, 7), columns(2, 1, 4)],
      [true, false, true, true],
    ],
    [
      'counted in different ways',
      [columns(1, 1, 4), columns(9, 1, 2, 'utf8'), lines(20), offset(99, 100)],
      [true, false, false, false],
    ],
    ['of different files', [offset(0, 3), offset(0, 3, 'b.ts')], [true, true]],
  ])('keep apart or not: %s', (_, edits, expected) => {
    const taken = new TakenEdits();
    expect(edits.map((edit) => taken.take([edit]))).toEqual(expected);
  });

  it('are taken all or none', () => {
    const taken = new TakenEdits();
    expect(taken.take([offset(0, 3)])).toBe(true);
    expect(taken.take([offset(1, 2), offset(0, 3, 'b.ts')])).toBe(false);
    expect(taken.take([offset(0, 3, 'b.ts')])).toBe(true);
  });

  it('are not compared when they are about two states of the file', () => {
    const taken = new TakenEdits();
    expect(taken.take([offset(0, 3)])).toBe(true);
    expect(taken.take([offset(50, 60)], 'later')).toBe(false);
  });
});
