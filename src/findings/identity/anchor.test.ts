/** 1.5: what an anchor is made of, and what it leaves out. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anchorOf } from './anchor.ts';
import { readAnchor, sameCode } from './read-anchor.ts';

const text = [
  'export function pay(order) {',
  '  const total = order.price * order.count;',
  '  if (total > limit) {',
  '    return refuse(order);',
  '  }',
  '  return charge(order.card, total);',
  '}',
  '',
].join('\n');

it('1.5 is short, printable and without spaces, whatever the code is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.nat(40),
      fc.nat(60),
      fc.nat(60),
      (code, line, column, endColumn) => {
        const placed = { file: 'a', line: line + 1, endLine: line + 5, column: column + 1, endColumn: endColumn + 1 };
        const anchor = anchorOf(placed, code);
        if (anchor === undefined) return code.split(/\r\n|\n|\r/).length <= line;
        return /^1:[!-~]{1,298}$/.test(anchor) && readAnchor(anchor) !== null;
      },
    ),
  );
});

it('1.5 has none without a text, or for a line that the text does not have', () => {
  expect(anchorOf({ file: 'a.ts', line: 1 }, null)).toBeUndefined();
  expect(anchorOf({ file: 'a.ts', line: 9 }, text)).toBeUndefined();
  expect(sameCode(undefined, undefined)).toBe(false);
});

it('1.5 the code is the same after re-indenting and moving, and not after an edit', () => {
  const before = anchorOf({ line: 2 }, text);
  const moved = `// one\n// two\n\tif (x) {\n${text.replaceAll('  ', '\t\t')}`;
  expect(sameCode(before, anchorOf({ line: 5 }, moved))).toBe(true);
  expect(sameCode(before, anchorOf({ line: 2 }, text.replaceAll('\n', '\r\n')))).toBe(true);
  expect(sameCode(before, anchorOf({ line: 2 }, text.replace('order.count', 'order.amount')))).toBe(false);
  expect(sameCode(before, anchorOf({ line: 6 }, text))).toBe(false);
});

it('1.5 the code of a finding over several lines is all of them, of one without a line the whole file', () => {
  const inner = text.replace('refuse(order)', 'accept(order)');
  expect(sameCode(anchorOf({ line: 1, endLine: 7 }, text), anchorOf({ line: 1, endLine: 7 }, inner))).toBe(false);
  expect(sameCode(anchorOf({ line: 1 }, text), anchorOf({ line: 1 }, inner))).toBe(true);
  expect(sameCode(anchorOf({}, text), anchorOf({}, inner))).toBe(false);
  expect(sameCode(anchorOf({}, text), anchorOf({}, text.replaceAll('  ', '\t')))).toBe(true);
});

it('1.5 tells apart what two columns of one line point at, and which of several lines alike it is', () => {
  const twice = 'f(a, b);\nf(a, b);\n';
  const [first, second] = [anchorOf({ line: 1, column: 3 }, twice), anchorOf({ line: 1, column: 6 }, twice)].map(
    readAnchor,
  );
  expect(first?.token).not.toBe(second?.token);
  expect(readAnchor(anchorOf({ line: 2, column: 3 }, twice))).toMatchObject({ token: first?.token, turn: '1' });
});

it('1.5 takes nothing for an anchor that is none', () => {
  const anchor = anchorOf({ line: 2 }, text) ?? '';
  for (const broken of [
    '',
    '1:',
    'x',
    anchor.replace('1:', '2:'),
    `${anchor}.`,
    anchor.slice(0, -8),
    `${anchor}${'a'.repeat(400)}`,
  ])
    expect(readAnchor(broken)).toBeNull();
  expect(readAnchor(anchor)?.weight).toBeGreaterThan(8);
});
