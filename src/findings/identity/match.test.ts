/** 1.5: findings are recognised in a later list. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf } from './anchor.ts';
import { type Recognisable, matchFindings } from './match.ts';

const order = [
  'import { charge, refuse } from "./bank";',
  '',
  'export function pay(order) {',
  '  const total = order.price * order.count;',
  '  if (total > order.limit) {',
  '    return refuse(order);',
  '  }',
  '  return charge(order.card, total);',
  '}',
  '',
  'export function refund(order) {',
  '  const total = order.price * order.count;',
  '  log(total);',
  '  return charge(order.card, -total);',
  '}',
];
const text = order.join('\n');

type Placed = Partial<Recognisable> & { endColumn?: number };

/** A finding on line `line` of a text. */
const at = (code: string, line: number, rest: Placed = {}): Recognisable => {
  const finding = { rule: 'no-float', category: 'money', title: 'Money as a float', file: 'src/pay.ts', line, ...rest };
  const anchor = anchorOf(finding, code);
  return anchor === undefined ? finding : { ...finding, anchor };
};

const matched = (before: readonly Recognisable[], now: readonly Recognisable[]): [number, number][] =>
  [...matchFindings(before, now)].toSorted(([a], [b]) => a - b);

describe('1.5 a finding is the same', () => {
  it('after lines were put in before it', () => {
    expect(matched([at(text, 4)], [at(`// a\n// b\n${text}`, 6)])).toEqual([[0, 0]]);
  });

  it('after re-indenting with tabs', () => {
    const tabs = text.replaceAll('  ', '\t');
    expect(matched([at(text, 4), at(text, 12)], [at(tabs, 4), at(tabs, 12)])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('after its file was renamed and edited', () => {
    const now = `// moved\n${text.replace('log(total);', 'note(total);')}`;
    const file = 'lib/payment.ts';
    expect(matched([at(text, 4), at(text, 12)], [at(now, 13, { file }), at(now, 5, { file })])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('after its code was moved to another file', () => {
    const moved = `import x from 'x';\n\n${order.slice(10).join('\n')}`;
    const rest = order.slice(0, 9).join('\n');
    expect(matched([at(text, 4), at(text, 12)], [at(moved, 4, { file: 'src/refund.ts' }), at(rest, 4)])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('after edits nearby', () => {
    const now = text
      .replace('log(total);', 'audit.write(total, now());\n  audit.flush();')
      .replace('refund(order)', 'giveBack(order)');
    expect(matched([at(text, 12)], [at(now, 4), at(now, 12)])).toEqual([[0, 1]]);
  });

  it('after its line was edited a little', () => {
    const now = text.replace('order.price * order.count;\n  log', 'order.price * order.amount;\n  log');
    expect(matched([at(text, 12)], [at(now, 12)])).toEqual([[0, 0]]);
  });

  it('in other words, where an agent names no rule', () => {
    const { rule: _, ...said } = at(text, 4, { title: 'Floats are used for money' });
    const { rule: __, ...reworded } = at(`\n${text}`, 5, { title: 'Rounding errors in the total' });
    expect(matched([said], [reworded])).toEqual([[0, 0]]);
  });

  it('when its function grew, where it is about the whole function', () => {
    const now = text.replace('log(total);', 'log(total);\n  check(total);\n  check(order);');
    expect(matched([at(text, 11, { endLine: 15 })], [at(now, 11, { endLine: 17 })])).toEqual([[0, 0]]);
  });

  it('without any text, by file, title and line', () => {
    const said = { category: 'bug', title: 'Leak', file: 'gone.ts' };
    const others = [
      { ...said, title: 'Other', line: 3 },
      { ...said, line: 9 },
      { ...said, line: 3 },
    ];
    expect(matched([{ ...said, line: 3 }], others)).toEqual([[0, 2]]);
  });

  it('also where many say the same about no file', () => {
    const many = (count: number): Recognisable[] =>
      Array.from({ length: count }, () => ({ category: 'bug', title: 'Leak' }));
    expect(matchFindings(many(40), many(35)).size).toBe(35);
  });

  it('when about a whole file that was edited or renamed', () => {
    const whole = { category: 'size', title: 'Too long', file: 'src/pay.ts' };
    const about = (code: string, file: string): Recognisable => ({
      ...whole,
      file,
      anchor: anchorOf({ file }, code) ?? '',
    });
    expect(matched([about(text, 'a.ts')], [about(`${text}\nmore();`, 'b.ts')])).toEqual([[0, 0]]);
    expect(matched([about(text, 'a.ts')], [about('entirely = different;', 'b.ts')])).toEqual([]);
  });
});

describe('1.5 a finding that is gone is not taken for another one', () => {
  it('that is on the same code elsewhere and was there before', () => {
    const now = order.toSpliced(3, 1).join('\n');
    expect(matched([at(text, 4), at(text, 12)], [at(now, 11)])).toEqual([[1, 0]]);
  });

  it('of another rule on the same line', () => {
    expect(matched([at(text, 4)], [at(text, 4, { rule: 'no-magic' })])).toEqual([]);
  });

  it('in a copied file', () => {
    const now = order.toSpliced(3, 1).join('\n');
    const copy = { file: 'copies/pay.ts' };
    expect(matched([at(text, 4), at(text, 12)], [at(now, 11), at(text, 4, copy), at(text, 12, copy)])).toEqual([
      [1, 0],
    ]);
  });

  it('that took its place with other code', () => {
    const now = text.replace('  log(total);', '  await queue.flush({ force: true });');
    expect(matched([at(text, 13)], [at(now, 13)])).toEqual([]);
  });
});

describe('1.5 findings that are alike', () => {
  it('two of one rule on one line are told apart by their columns, also when the line was edited', () => {
    const line = 'const a = one(x) + two(x);';
    const edited = 'const abc = onePlus(x) + two(x);';
    const place = (code: string, column: number, endColumn: number): Recognisable => at(code, 1, { column, endColumn });
    const before = [place(line, 11, 14), place(line, 20, 23)];
    expect(matched(before, [place(line, 20, 23), place(line, 11, 14)])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(matched(before, [place(edited, 26, 29), place(edited, 13, 20)])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('two of one rule and one name on one line keep their order when the name of one changed', () => {
    const line = 'if (holdsBreak(item.key) || holdsBreak(item.value)) stop();';
    const edited = 'if (holdsBreakOrTab(item.key) || holdsBreak(item.value)) stop();';
    const place = (code: string, column: number, endColumn: number): Recognisable => at(code, 1, { column, endColumn });
    expect(matched([place(line, 5, 15), place(line, 29, 39)], [place(edited, 5, 20), place(edited, 34, 44)])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('many of one rule on one line are all recognised in other words', () => {
    const line = `const table = [${Array.from({ length: 60 }, (_, n) => n % 10).join(', ')}];`;
    const list = (title: string): Recognisable[] =>
      Array.from({ length: 60 }, (_, n) => at(line, 1, { column: 16 + 3 * n, endColumn: 17 + 3 * n, title }));
    expect(matched(list('Magic'), list('No magic numbers'))).toEqual(list('').map((_, n) => [n, n]));
  });

  it('several identical lines are told apart by what is around them', () => {
    const lines = ['alpha();', 'go();', 'beta();', 'gamma();', 'go();', 'delta();', 'epsilon();', 'go();', 'zeta();'];
    const now = lines.toSpliced(3, 2).join('\n');
    const before = [2, 5, 8].map((line) => at(lines.join('\n'), line));
    expect(matched(before, [at(now, 2), at(now, 6)])).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });

  it('lines that nothing tells apart correspond in their order', () => {
    const same = (count: number): string => 'go();\n'.repeat(count);
    const list = (count: number): Recognisable[] => Array.from({ length: count }, (_, n) => at(same(count), n + 1));
    expect(matched(list(3), list(3))).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(matchFindings(list(40), list(30)).size).toBe(30);
  });
});

describe('1.5 fingerprints of the source', () => {
  const told = (line: number, fingerprint: string, title: string): Recognisable => ({
    ...at(text, line, { title }),
    fingerprints: { 'primaryLocationLineHash/v1': fingerprint },
  });

  it('are honoured where nothing else fits', () => {
    const [before, now] = [told(4, 'abc', 'x'), { ...told(4, 'abc', 'y'), file: 'z.ts', line: 70 }];
    const { anchor: _, ...withoutText } = now;
    expect(matched([before], [withoutText])).toEqual([[0, 0]]);
    expect(matched([before], [{ ...withoutText, fingerprints: { 'primaryLocationLineHash/v2': 'abc' } }])).toEqual([]);
  });

  it('that several share leave the rest to the code', () => {
    const before = [told(4, 'abc', 'x'), told(12, 'abc', 'x')];
    const later = `\n\n${text}`;
    const now = [14, 6].map((line) => ({ ...told(4, 'abc', 'x'), ...at(later, line, { title: 'x' }) }));
    expect(matched(before, now)).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('carry our own anchor', () => {
    const { anchor = '', ...plain } = at(text, 4);
    const carried = { ...plain, line: 80, title: 'y', fingerprints: { 'fixpointAnchor/v1': anchor } };
    expect(matched([at(text, 4), at(text, 12)], [carried])).toEqual([[0, 0]]);
  });
});

describe('1.5 matching', () => {
  const words = ['go();', 'stop(now);', 'return a + b;', 'const total = order.price * order.count;', '}', ''];
  const listed = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).chain((lines) =>
    fc
      .array(
        fc.record({
          line: fc.integer({ min: 1, max: lines.length + 1 }),
          rule: fc.constantFrom('a', 'b'),
          file: fc.constantFrom('one.ts', 'two.ts'),
          column: fc.integer({ min: 1, max: 9 }),
        }),
        { maxLength: 14 },
      )
      .map((places) => places.map((place) => at(lines.join('\n'), place.line, place))),
  );

  it('is one to one, within one rule, and the same each time', () => {
    fc.assert(
      fc.property(listed, listed, (before, now) => {
        const result = matched(before, now);
        expect(new Set(result.map(([, b]) => b)).size).toBe(result.length);
        expect(result.every(([a, b]) => before[a]?.rule === now[b]?.rule)).toBe(true);
        expect(matched(before, now)).toEqual(result);
      }),
    );
  });

  it('does not depend on the order of the lists', () => {
    const told = (before: readonly Recognisable[], now: readonly Recognisable[]): string[] =>
      matched(before, now)
        .map(([a, b]) => JSON.stringify([before[a], now[b]]))
        .toSorted();
    fc.assert(
      fc.property(listed, listed, (before, now) => {
        expect(told(before.toReversed(), now.toReversed())).toEqual(told(before, now));
      }),
    );
  });
});
