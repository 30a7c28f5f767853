/** 1.5: ids that last. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Identifiable, type Known, identify } from './identify.ts';

const text = [
  'function pay(order) {',
  '  const total = order.price * order.count;',
  '  return charge(order.card, total);',
  '}',
  '',
].join('\n');
const finding = {
  rule: 'no-float-money',
  category: 'correctness',
  title: 'Money as a float',
  file: 'src/pay.ts',
  line: 2,
};
const textOf = (files: Record<string, string>) => (file: string) =>
  Object.hasOwn(files, file) ? (files[file] ?? null) : null;
const idsOf = (
  findings: readonly Identifiable[],
  files: Record<string, string>,
  known: readonly Known[] = [],
): string[] => identify(findings, { textOf: textOf(files), known }).map(({ id }) => id);

const shape = /^f[0-9a-f]{12}$/;

describe('1.5 a known finding', () => {
  it('keeps its id when lines moved, the file was renamed and the title was reworded', () => {
    const [first] = identify([finding], { textOf: textOf({ 'src/pay.ts': text }), known: [] });
    const known = [{ ...finding, id: 'f000000000001', ...(first?.anchor !== undefined && { anchor: first.anchor }) }];
    const later = { ...finding, file: 'src/payment.ts', line: 5, title: 'Floats are used for money' };
    expect(
      idsOf([later], { 'src/payment.ts': `// one\n// two\n// three\n${text.replaceAll('  ', '\t')}` }, known),
    ).toEqual(['f000000000001']);
  });

  it('keeps it before a new one that looks the same', () => {
    const known = { ...finding, id: 'f000000000001' };
    expect(idsOf([{ ...finding, line: 40 }, finding], {}, [known])[1]).toBe('f000000000001');
  });
});

describe('1.5 a fresh id', () => {
  it('does not depend on the line, the indentation, the path or the wording', () => {
    const [before = ''] = idsOf([finding], { 'src/pay.ts': text });
    const moved = { ...finding, file: 'lib/pay.ts', line: 4, title: 'Other words' };
    expect(idsOf([moved], { 'lib/pay.ts': `\n\n${text.replaceAll('  ', '\t')}` })).toEqual([before]);
    expect(before).toMatch(shape);
  });

  it('differs with the rule, and with the code', () => {
    const files = { 'src/pay.ts': text };
    const ids = idsOf([finding, { ...finding, rule: 'other' }, { ...finding, line: 3 }], files);
    expect(new Set(ids).size).toBe(3);
  });

  it('without a text is made of rule, file, title and line', () => {
    const variants = [
      finding,
      { ...finding, line: 3 },
      { ...finding, title: 'x' },
      { ...finding, file: 'b' },
      { ...finding, rule: 'b' },
    ];
    expect(new Set(idsOf(variants, {})).size).toBe(5);
    expect(idsOf([finding], {})).toEqual(idsOf([{ ...finding, category: 'style' }], {}));
  });

  it('is unique and the same each time, also among findings that nothing tells apart', () => {
    const some = fc.record({
      line: fc.integer({ min: 1, max: 4 }),
      file: fc.constantFrom('src/pay.ts', 'b.ts'),
      rule: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (places) => {
        const findings = places.map((place) => ({ ...finding, ...place }));
        const ids = idsOf(findings, { 'src/pay.ts': text });
        expect(new Set(ids).size).toBe(findings.length);
        expect(ids.every((id) => shape.test(id))).toBe(true);
        expect(idsOf(findings, { 'src/pay.ts': text })).toEqual(ids);
      }),
    );
  });
});

describe('1.5 what our own SARIF carries', () => {
  it('is taken over: the id and the anchor', () => {
    const [own] = identify([finding], { textOf: textOf({ 'src/pay.ts': text }), known: [] });
    const carried = {
      ...finding,
      fingerprints: { 'fixpointId/v1': 'f0123456789ab', 'fixpointAnchor/v1': own?.anchor ?? '' },
    };
    expect(identify([carried], { textOf: () => null, known: [] })).toEqual([
      { id: 'f0123456789ab', anchor: own?.anchor },
    ]);
  });

  it('is not believed where it has another shape, or where two claim the same id', () => {
    const claim = (id: string): Identifiable => ({
      ...finding,
      fingerprints: { 'fixpointId/v1': id, 'fixpointAnchor/v1': '1:nothing' },
    });
    const [evil, first, second] = identify([claim('../../etc'), claim('f0123456789ab'), claim('f0123456789ab')], {
      textOf: () => null,
      known: [],
    });
    expect(evil?.id).toMatch(shape);
    expect(evil).not.toHaveProperty('anchor');
    expect([first?.id, second?.id].filter((id) => id === 'f0123456789ab')).toHaveLength(1);
  });
});
