/** Names that get another value after they were given one. */
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Unit } from '../../model.ts';

export const namesIn = (node: SyntaxNode | null): string[] => {
  if (node === null) return [];
  if (node.kind === 'identifier') return [node.text];
  if (node.kind === 'expression_list')
    return node.children.filter(({ kind }) => kind === 'identifier').map(({ text }) => text);
  return [];
};

/** Where something that has a name already gets another value: `called = true`, `count++`. */
const changing: Readonly<Record<string, string>> = {
  assignment_expression: 'left',
  assignment_statement: 'left',
  augmented_assignment_expression: 'left',
  update_expression: 'argument',
};

/** A function within a test may change what the test declared: what that is then, nobody can read. */
export const noteChange = (node: SyntaxNode, { names, parent }: Unit): void => {
  const field = changing[node.kind];
  for (const name of field === undefined ? [] : namesIn(node.field(field)))
    for (let unit = names.has(name) ? null : parent; unit !== null; unit = unit.parent)
      if (unit.names.has(name)) unit.names.set(name, null);
};
