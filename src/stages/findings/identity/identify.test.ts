/** 1.5: ids that last. */
import { expect, it } from 'vitest';
import { identify } from './identify.ts';

const text = ['function pay(order) {', '  const total = order.price * order.count;', '  return charge(order.card, total);', '}', ''].join(
  '\n',
);
const finding = { rule: 'no-float-money', category: 'correctness', title: 'Money as a float', file: 'src/pay.ts', line: 2 };
const textOf = (files: Record<string, string>) => (file: string) => files[file] ?? null;

it('1.5 a known finding keeps its id when lines moved, the file was renamed and the title was reworded', () => {
  const [first] = identify([finding], { textOf: textOf({ 'src/pay.ts': text }), known: [] });
  const known = [{ ...finding, id: 'f000000000001', ...(first?.anchor !== undefined && { anchor: first.anchor }) }];
  const later = { ...finding, file: 'src/payment.ts', line: 5, title: 'Floats are used for money' };
  const files = textOf({ 'src/payment.ts': `// one\n// two\n// three\n${text.replaceAll('  ', '\t')}` });
  expect(identify([later], { textOf: files, known }).map(({ id }) => id)).toEqual(['f000000000001']);
});

it('1.5 a fresh id does not depend on the line, the indentation or the wording', () => {
  const [before] = identify([finding], { textOf: textOf({ 'src/pay.ts': text }), known: [] });
  const moved = { ...finding, line: 4, title: 'Other words' };
  const [after] = identify([moved], { textOf: textOf({ 'src/pay.ts': `\n\n${text.replaceAll('  ', '\t')}` }), known: [] });
  expect(after?.id).toBe(before?.id);
  expect(before?.id).toMatch(/^f[0-9a-f]{12}$/);
});
