import { describe, expect, it } from 'vitest';
import { lineMover, type MovedRange } from './moved-lines.ts';

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
const text = (...lines: (string | string[])[]): string => `${lines.flat().join('\n')}\n`;
const moved = (old: string, now: string, line: number, endLine = line): MovedRange =>
  lineMover(old, now).move({ line, endLine });

describe('1.10 lines that move', () => {
  const old = text(numbered(1, 20));

  it('1.10 follows insertions and deletions above, and stays where they are below', () => {
    expect(moved(old, text('a', 'b', numbered(1, 20)), 10)).toEqual({ line: 12, endLine: 12, fate: 'kept' });
    expect(moved(old, text(numbered(4, 20)), 10, 12)).toEqual({ line: 7, endLine: 9, fate: 'kept' });
    expect(moved(old, text(numbered(1, 15), 'a', numbered(18, 20)), 10)).toEqual({
      line: 10,
      endLine: 10,
      fate: 'kept',
    });
    expect(moved(old, old, 10, 11)).toEqual({ line: 10, endLine: 11, fate: 'kept' });
  });

  it('1.10 grows and shrinks with what happens inside the range', () => {
    expect(moved(old, text(numbered(1, 11), 'a', numbered(12, 20)), 10, 13)).toEqual({
      line: 10,
      endLine: 14,
      fate: 'kept',
    });
    expect(moved(old, text(numbered(1, 10), numbered(13, 20)), 10, 13)).toEqual({
      line: 10,
      endLine: 11,
      fate: 'changed',
    });
  });

  it('1.10 does not take in what was put right above or below', () => {
    expect(moved(old, text(numbered(1, 9), 'a', numbered(10, 12), 'b', numbered(13, 20)), 10, 12)).toEqual({
      line: 11,
      endLine: 13,
      fate: 'kept',
    });
  });

  it('1.10 keeps the nearest range where its own lines were partly rewritten', () => {
    const now = text(numbered(1, 9), 'new', numbered(11, 20));
    expect(moved(old, now, 10, 12)).toEqual({ line: 10, endLine: 12, fate: 'changed' });
    expect(moved(old, now, 8, 10)).toEqual({ line: 8, endLine: 10, fate: 'changed' });
    expect(moved(old, now, 10)).toEqual({ line: 10, endLine: 10, fate: 'changed' });
    expect(moved(old, text(numbered(1, 9), 'x', 'y', 'z', numbered(11, 20)), 10)).toEqual({
      line: 10,
      endLine: 12,
      fate: 'changed',
    });
  });

  it('1.10 finds the line that it became in a part that was rewritten', () => {
    const before = text('begin', 'const total = sum(a, b);', 'log(total);', 'return total;', 'end');
    const after = text('begin', '// checked', '// twice', 'const total = sum(a, b, c);', 'end');
    expect(moved(before, after, 2)).toEqual({ line: 4, endLine: 4, fate: 'changed' });
  });

  it('1.10 says that lines are gone, and where they were', () => {
    expect(moved(old, text(numbered(1, 5), numbered(16, 20)), 10)).toEqual({ line: 6, endLine: 6, fate: 'gone' });
    expect(moved(old, text(numbered(1, 5)), 10)).toEqual({ line: 5, endLine: 5, fate: 'gone' });
    expect(moved(old, text(numbered(1, 5), 'something else', numbered(16, 20)), 10)).toMatchObject({
      line: 6,
      fate: 'gone',
    });
    expect(moved(old, '', 10)).toEqual({ line: 1, endLine: 1, fate: 'gone' });
  });

  it('1.10 follows a block that was moved, also when it is indented otherwise', () => {
    const block = ['function one() {', '  return 1;', '}'];
    const rest = numbered(1, 6);
    expect(moved(text(block, rest), text(rest, block), 2)).toEqual({ line: 8, endLine: 8, fate: 'kept' });
    expect(
      moved(
        text(block, rest),
        text(
          rest,
          'class A {',
          block.map((line) => `  ${line}`),
          '}',
        ),
        1,
        3,
      ),
    ).toEqual({
      line: 8,
      endLine: 10,
      fate: 'kept',
    });
  });

  it('1.10 takes no other place that merely looks alike', () => {
    const before = text('}', numbered(1, 6));
    expect(moved(before, text(numbered(1, 3), '}', numbered(4, 6), '}'), 1)).toMatchObject({ fate: 'gone' });
    expect(moved(text('call();', numbered(1, 3)), text(numbered(1, 3), 'call();', 'x', 'call();'), 1)).toMatchObject({
      fate: 'gone',
    });
  });

  it('1.10 does not mind line breaks of another kind, and indentation', () => {
    const windows = text(numbered(1, 20)).replaceAll('\n', '\r\n');
    expect(moved(windows, `a\r\n${windows}`, 10)).toEqual({ line: 11, endLine: 11, fate: 'kept' });
    expect(moved(windows, old, 10)).toEqual({ line: 10, endLine: 10, fate: 'kept' });
    expect(
      moved(
        old,
        text(
          'if (x) {',
          numbered(1, 20).map((line) => `\t${line}`),
          '}',
        ),
        10,
      ),
    ).toEqual({ line: 11, endLine: 11, fate: 'kept' });
  });

  it('1.10 follows the position behind the last line, and one past the end', () => {
    expect(moved(old, text('a', numbered(1, 20)), 21)).toEqual({ line: 22, endLine: 22, fate: 'kept' });
    expect(moved('', 'a\n', 1)).toMatchObject({ line: 1 });
  });

  it('1.10 follows lines through thousands of changes', () => {
    const before = Array.from({ length: 6_000 }, (_, index) => `value ${index}`);
    const after = before.flatMap((line, index) => (index % 2 === 0 ? [line, `added ${index}`] : []));
    expect(moved(text(before), text(after), 5_001)).toEqual({ line: 5_001, endLine: 5_001, fate: 'kept' });
    expect(moved(text(before), text(after), 5_003)).toEqual({ line: 5_003, endLine: 5_003, fate: 'kept' });
  });
});
