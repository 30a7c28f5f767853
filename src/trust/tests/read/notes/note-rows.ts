/** Values that tests go through, and answers that their functions give: rows of tables, and comparisons. */
import { isFunction } from '../../../syntax/kinds.ts';
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Unit } from '../../model.ts';
import { argumentsOf, calleeName } from '../calls.ts';
import { checksFrom } from '../checks.ts';
import { condition } from '../conditions.ts';
import { resolved } from '../names.ts';
import { rowsOf } from '../rows.ts';

/** A unit that is being read, and where it lies in the text. */
export type Open = { unit: Unit; start: number; end: number };

const longestCheck = 6_000;

export const isWithinLimit = (node: SyntaxNode): boolean => node.end - node.start <= longestCheck;

export const addRows = (text: string, line: number, unit: Unit): void => {
  const rows = rowsOf(text);
  unit.checks.push(
    ...rows.flatMap((row) =>
      checksFrom([{ kind: 'row', level: 5, positive: true, subject: row, expected: '' }], { line, guards: [], unit }),
    ),
  );
};

export const noteLoop = (node: SyntaxNode, { unit }: Open): void => {
  const over =
    node.field('right') ??
    node.field('value') ??
    node.children.find(({ kind }) => kind === 'range_clause')?.field('right');
  if (over === null || over === undefined || over.end - over.start > 50_000) return;
  addRows(resolved(over.text, unit), node.line, unit);
};

/** `rows.forEach((row) => …)` */
export const noteEach = (node: SyntaxNode, place: Open): void => {
  if (!/^(?:forEach|for_each|map|each|all|every)$/.test(calleeName(node)) || !argumentsOf(node).some(isFunction))
    return;
  const over = node.field('function')?.children[0] ?? node.field('object');
  if (over !== null && over !== undefined && isWithinLimit(over))
    addRows(resolved(over.text, place.unit), node.line, place.unit);
};

/** A comparison that a function of the tests answers is a check for those that ask it. */
export const noteAnswer = (value: string, node: SyntaxNode, unit: Unit): void => {
  unit.returns = unit.returns === null && isWithinLimit(node) ? value : '';
  if (unit.returns === '' || !/[=<>]=|[<>]|\bin\b|\bis\b|\.equals?\(|\.abs\(/.test(value) || /=>|->|\?/.test(value))
    return;
  unit.answers.push(
    ...checksFrom(
      condition(value, true).filter(({ kind }) => kind !== 'truth'),
      { line: node.line, guards: [], unit },
    ),
  );
};

/** Rows that a function gives to tests, and conditions that it answers for them. */
export const noteReturn = (node: SyntaxNode, { unit }: Open): void => {
  if (unit.kind !== 'helper' || node.end - node.start > 50_000) return;
  const value = node.text.replace(/^return\b\s*/, '').replace(/;$/, '');
  if (/^(?:\[|new \w+(?:<[^>]*>)?\[|Stream\.of|List\.of|Arrays\.asList|\[\]|vec!)/.test(value))
    addRows(resolved(value, unit), node.line, unit);
  noteAnswer(value, node, unit);
};
