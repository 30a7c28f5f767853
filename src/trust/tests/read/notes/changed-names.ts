/** Names that get another value after they were given one. */
import { isFunction } from '../../../syntax/kinds.ts';
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

/** It stands in a function that the test hands to somebody: `run(() => (calls += 1))`. */
const isHandedOn = (node: SyntaxNode, { line, endLine }: Unit): boolean => {
  let within = 0;
  for (let at = node.parent; at !== null && at.line >= line && at.endLine <= endLine; at = at.parent)
    within += isFunction(at) ? 1 : 0;
  return within > 1;
};

/** A function within a test may change what the test declared: what that is then, nobody can read. */
export const noteChange = (node: SyntaxNode, own: Unit): void => {
  const field = changing[node.kind];
  for (const name of field === undefined ? [] : namesIn(node.field(field)))
    for (let unit = isSetAside(node, name, own) ? null : own; unit !== null; unit = unit.parent)
      if (unit.names.has(name)) unit.names.set(name, null);
};

/** It is set by the test itself, one after the other: what it is then can be read. */
const isSetAside = (node: SyntaxNode, name: string, own: Unit): boolean =>
  own.names.has(name) && !isHandedOn(node, own);
