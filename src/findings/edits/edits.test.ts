import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './edits.ts';
import type { EditRange } from '../../model/finding/edits.ts';

const at = (start: number, end: number, text: string) => ({
  range: { by: 'offset', start, end } satisfies EditRange,
  text,
});
const lines = (
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  text: string,
  unit: 'utf16' | 'codePoint' | 'utf8' = 'utf16',
) => ({
  range: { by: 'position', startLine, startColumn, endLine, endColumn, unit } satisfies EditRange,
  text,
});
const whole = (startLine: number, endLine: number, text: string) => ({
  range: { by: 'lines', startLine, endLine } satisfies EditRange,
  text,
});
/** Edits of the place where a text stands. */
const on = (start: string, find: string, text: string) =>
  at(start.indexOf(find), start.indexOf(find) + find.length, text);
const textOf = (result: ReturnType<typeof applyEdits>): string =>
  'text' in result ? result.text : `refused: ${result.reason}`;

describe('4.12 edits of an unchanged text', () => {
  it.each([
    ['replace', 'a == b;\n', [at(2, 4, '===')], 'a === b;\n'],
    ['insert', 'ab', [at(1, 1, 'x')], 'axb'],
    ['insert at the very end of a last line without newline', 'ab', [at(2, 2, ';')], 'ab;'],
    ['delete', 'abc', [at(1, 2, '')], 'ac'],
    ['replace several, in any order', 'abc', [at(2, 3, 'C'), at(0, 1, 'A')], 'AbC'],
    ['insert twice at one place in their order', 'ab', [at(1, 1, '1'), at(1, 1, '2')], 'a12b'],
    ['collapse when they are the same', 'abc', [at(1, 2, 'X'), at(1, 2, 'X')], 'aXc'],
    ['may touch', 'abcd', [at(0, 2, 'X'), at(2, 4, 'Y')], 'XY'],
    ['count offsets after a byte order mark, and keep it', '\uFEFFabc', [at(0, 1, 'X')], '\uFEFFXbc'],
    ['keep CRLF', 'a\r\nb\r\nc', [lines(2, 1, 2, 2, 'B')], 'a\r\nB\r\nc'],
    ['delete a line with its end', 'a\nb\nc\n', [lines(2, 1, 3, 1, '')], 'a\nc\n'],
    ['count UTF-16 columns', '🙂x = 1', [lines(1, 3, 1, 4, 'y')], '🙂y = 1'],
    ['count code point columns', '🙂x = 1', [lines(1, 2, 1, 3, 'y', 'codePoint')], '🙂y = 1'],
    ['count columns in bytes of UTF-8', 'aé€🙂x = 1', [lines(1, 11, 1, 12, 'y', 'utf8')], 'aé€🙂y = 1'],
    ['replace a character of several bytes', 'é🙂x', [lines(1, 3, 1, 7, '-', 'utf8')], 'é-x'],
    ['insert behind the last byte of a line', 'é\r\nb', [lines(1, 3, 1, 3, '!', 'utf8')], 'é!\r\nb'],
    ['replace whole lines, and leave their break', 'a\nb\nc\nd', [whole(2, 3, 'B')], 'a\nB\nd'],
    [
      'replace whole lines by more, which end as those of the file',
      'a\r\nb\r\n',
      [whole(1, 1, 'x\ny')],
      'x\r\ny\r\nb\r\n',
    ],
    ['replace the last line where it has no break', 'a\r\nb', [whole(2, 2, 'x\ny')], 'a\r\nx\r\ny'],
    ['replace the only line', 'a', [whole(1, 1, 'x\r\ny')], 'x\ny'],
    ['remove whole lines with their break', 'a\r\nb\r\nc', [whole(2, 2, '')], 'a\r\nc'],
    ['remove a last line that has no break', 'a\nb', [whole(2, 2, '')], 'a\n'],
    ['remove every line', 'a\nb\n', [whole(1, 2, '')], ''],
    ['may remove lines that touch', 'a\nb\nc\n', [whole(1, 1, ''), whole(2, 2, 'B')], 'B\nc\n'],
    ['may stand in the empty last line', 'a\n', [lines(2, 1, 2, 1, 'b\n')], 'a\nb\n'],
  ])('%s', (_, text, edits, expected) => {
    expect(textOf(applyEdits(text, text, edits))).toBe(expected);
  });

  it.each([
    ['past the end', 'abc', [at(3, 4, 'x')], /no place 3–4/],
    ['past the last line', 'a\nb', [lines(3, 1, 3, 1, 'x')], /no place 3:1–3:1/],
    ['past the end of a line', 'a\nb', [lines(1, 3, 1, 3, 'x')], /no place/],
    ['backwards', 'abc', [at(2, 1, 'x')], /no place/],
    ['inside of a character', '🙂', [at(1, 2, 'x')], /no place/],
    ['past the code points of a line', '🙂', [lines(1, 3, 1, 3, 'x', 'codePoint')], /no place/],
    ['past the bytes of a line', 'é', [lines(1, 4, 1, 4, 'x', 'utf8')], /no place/],
    ['between the bytes of a character', 'aé', [lines(1, 3, 1, 3, 'x', 'utf8')], /no place 1:3/],
    ['ending between the bytes of a character', '🙂', [lines(1, 1, 1, 3, 'x', 'utf8')], /no place 1:1–1:3/],
    ['about a line that is not there', 'a\nb\n', [whole(3, 3, 'x')], /no line 3 in/],
    ['about lines that are not all there', 'a\nb', [whole(2, 3, '')], /no range of lines 2–3/],
    ['about lines backwards', 'a\nb', [whole(2, 1, '')], /no range of lines 2–1/],
    ['about a line of an empty file', '', [whole(1, 1, 'x')], /no line 1/],
    ['replacing a line and something in it', 'ab\nc', [whole(1, 1, 'x'), lines(1, 2, 1, 3, 'y')], /overlap/],
    ['overlapping', 'abcd', [at(0, 3, 'x'), at(2, 4, 'y')], /overlap/],
    ['inserting into what another replaces', 'abcd', [at(0, 3, 'x'), at(1, 1, 'y')], /overlap/],
    ['contradicting', 'abcd', [at(0, 2, 'x'), at(0, 2, 'y')], /overlap/],
  ])('are refused when %s', (_, text, edits, reason) => {
    expect(textOf(applyEdits(text, text, edits))).toMatch(reason);
  });
});

describe('4.12 columns in bytes', () => {
  it('are those of the encoded line, and none between two bytes of a character', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '€', '🙂', '\t'), maxLength: 20 });
    fc.assert(
      fc.property(line, fc.nat(80), (text, at) => {
        const bytes = Buffer.from(text);
        const result = applyEdits(`x\n${text}\ny`, `x\n${text}\ny`, [lines(2, at + 1, 2, at + 1, '|', 'utf8')]);
        const isInside = at > bytes.length || ((bytes[at] ?? 0) & 0xc0) === 0x80;
        const expected = `x\n${bytes.subarray(0, at).toString()}|${bytes.subarray(at).toString()}\ny`;
        expect(textOf(result)).toEqual(isInside ? expect.stringContaining('refused') : expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('4.12 edits of a text that has changed since', () => {
  const start = 'one == 1;\ntwo == 2;\nthree == 3;\n';

  it.each([
    [
      'lines were added above',
      `new\nlines\n${start}`,
      on(start, 'two', 'TWO'),
      `new\nlines\n${start.replace('two', 'TWO')}`,
    ],
    ['lines were removed above', start.slice(10), on(start, 'three', '3'), 'two == 2;\n3 == 3;\n'],
    [
      'the same line was changed before it',
      start.replace('two', 'second'),
      on(start, '== 2', '=== 2'),
      start.replace('two == 2', 'second === 2'),
    ],
    [
      'the same line was changed behind it',
      start.replace('2;', '22;'),
      on(start, 'two', 'TWO'),
      start.replace('two == 2;', 'TWO == 22;'),
    ],
    [
      'line ends were changed elsewhere',
      start.replace('one == 1;\n', 'one == 1;\r\n'),
      on(start, 'two', 'TWO'),
      start.replace('one == 1;\n', 'one == 1;\r\n').replace('two', 'TWO'),
    ],
    ['something was added at the end', `${start}more`, at(0, 0, '// top\n'), `// top\n${start}more`],
    [
      'something was added at the top',
      `more\n${start}`,
      at(start.length, start.length, 'end\n'),
      `more\n${start}end\n`,
    ],
    ['a byte order mark was added', `\uFEFF${start}`, on(start, 'two', 'TWO'), `\uFEFF${start.replace('two', 'TWO')}`],
  ])('are made where their text is now: %s', (_, current, edit, expected) => {
    expect(textOf(applyEdits(start, current, [edit]))).toBe(expected);
  });

  it.each([
    ['right behind what was replaced', 'a = "x"\n', "a = 'x'\n", at(7, 7, ';'), "a = 'x';\n"],
    ['right before what was replaced', 'f("x")\n', "f('x')\n", at(2, 2, 'a, '), "f(a, 'x')\n"],
    ['right behind what was deleted', 'a  b\n', 'a b\n', at(3, 3, '+ '), 'a + b\n'],
    ['at the end of a text whose end was replaced', 'a = "x"', "a = 'x'", at(7, 7, ';'), "a = 'x';"],
  ])('put something in %s', (_, before, now, edit, expected) => {
    expect(textOf(applyEdits(before, now, [edit]))).toBe(expected);
  });

  it('find their place between two changes of one line', () => {
    const line = 'if (a == b && c == d && e == f) {}\n';
    const now = 'if (a === b && c == d && e === f) {}\n';
    expect(textOf(applyEdits(line, now, [on(line, '== d', '=== d')]))).toBe('if (a === b && c === d && e === f) {}\n');
  });

  it.each([
    ['the text was replaced', start.replace('two', 'second'), on(start, 'two', 'TWO')],
    ['the text was deleted', start.replace('two == 2;\n', ''), on(start, 'two', 'TWO')],
    [
      'something was inserted into the text',
      start.replace('two ==', 'two  ==').replace('== 2', '/* ! */ == 2'),
      on(start, 'two == 2', 'x'),
    ],
    ['something was inserted at the same place', `import a;\n${start}`, at(0, 0, 'import b;\n')],
    ['one of several edits is lost', start.replace('three', '3'), on(start, 'three', 'x')],
  ])('are refused when %s', (_, current, edit) => {
    expect(textOf(applyEdits(start, current, [on(start, 'one', 'ONE'), edit]))).toMatch(
      /refused: the text that it changes was changed/,
    );
  });

  it('replace only text that is the same as before, whatever changed', () => {
    const code = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '=', '🙂'), maxLength: 60 });
    fc.assert(
      fc.property(code, code, fc.nat(60), fc.nat(10), (before, now, from, length) => {
        const end = Math.min(before.length, from + length);
        fc.pre(from < end);
        const result = applyEdits(before, now, [at(from, end, '<MARK>')]);
        if (!('text' in result)) return;
        const [head = '', tail = ''] = result.text.split('<MARK>');
        expect(head + before.slice(from, end) + tail).toBe(now);
      }),
      { numRuns: 2_000 },
    );
  });

  it('stay quick in a large file that was rewritten', () => {
    const large = Array.from({ length: 20_000 }, (_, i) => `line ${i} a`).join('\n');
    expect(textOf(applyEdits(large, large.replaceAll(' a', ' b'), [at(0, 4, 'LINE')]))).toMatch(/LINE|refused/);
  });
});
