/** What `doctor` found, as lines of text. */
import { styleText } from 'node:util';
import type { Diagnosis } from '../../app/doctor/doctor.ts';
import type { DoctorItem } from '../../app/doctor/item.ts';
import { printable, printableLines } from '../../plain/printable.ts';
import { count } from '../../views/words/amounts.ts';

const marks = { ok: ['✓', 'green'], aside: ['·', 'dim'], warning: ['!', 'yellow'], problem: ['✗', 'red'] } as const;

const indent = ' '.repeat(17);

export const itemText = ({ area, verdict, message, remedy, output }: DoctorItem, color: boolean): string => {
  const [mark, style] = marks[verdict];
  const sign = color ? styleText(style, mark, { validateStream: false }) : mark;
  const todo = remedy === undefined ? '' : `\n${indent}→ ${printable(remedy)}`;
  const printed = (output ?? '') === '' ? '' : printableLines(output ?? '').replaceAll(/^/gm, `${indent}| `);
  return `${sign} ${area.padEnd(14)} ${printable(message)}${printed && `\n${printed}`}${todo}\n`;
};

const nobodyReviews = (items: readonly DoctorItem[]): boolean =>
  (['linter', 'agent'] as const).every((what) => items.some(({ lacks }) => lacks === what));

export const closingText = ({ ok, items }: Diagnosis): string => {
  const [problems, warnings] = (['problem', 'warning'] as const).map(
    (wanted) => items.filter(({ verdict }) => verdict === wanted).length,
  );
  const also = (warnings ?? 0) > 0 ? `, with ${count(warnings ?? 0, 'warning')}` : '';
  if (!ok) return `\nA run cannot start: ${count(problems ?? 0, 'problem')}${also}.\n`;
  return nobodyReviews(items)
    ? `\n\`fixpoint fix FILE\` can start${also}. \`fixpoint run\` cannot: no linter or agent is here to review.\n`
    : `\nA run can start${also}.\n`;
};
