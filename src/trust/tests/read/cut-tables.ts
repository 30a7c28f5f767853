/** Tables of cases of which some are left out where they are given to a test. */
import { isCall } from '../../syntax/kinds.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Guard } from '../model.ts';
import { calleeName } from './calls.ts';

const cutting = /^(?:filter|slice|splice|take|skip|reject)$/;

/** `rows.filter(…)`, `[row for row in rows if …]` */
const isCut = (node: SyntaxNode): boolean =>
  (isCall(node) && cutting.test(calleeName(node))) ||
  (node.kind.endsWith('_comprehension') && node.children.some(({ kind }) => kind === 'if_clause'));

/** What is between the table and the test, without the rows themselves. */
export const cutOf = (table: SyntaxNode): Guard[] => {
  if (!isCut(table)) return [];
  const list = table.field('arguments') ?? table.children.find(({ kind }) => kind === 'if_clause');
  return [{ kind: 'condition', text: (list?.text ?? table.text).slice(0, 500) }];
};
