/** Settings that are written as code: objects and calls of JavaScript, assignments of Python. */
import type { FileState } from '../../read-patch.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { Leaf } from './leaf.ts';

const unquoted = (text: string): string => text.replace(/^[rbu]?(["'`])([\s\S]*)\1$/, '$2').trim();

const isEntry = (kind: string): boolean => kind === 'pair' || kind === 'assignment' || kind === 'keyword_argument';
const isList = (kind: string): boolean => kind === 'array' || kind === 'list' || kind === 'tuple';
const isNest = (kind: string): boolean =>
  isList(kind) ||
  /^(?:object|dictionary|call_expression|call|arguments|argument_list|parenthesized_expression)$/.test(kind);

const keyOf = (node: SyntaxNode): string => {
  const key = node.field('key') ?? node.field('left') ?? node.field('name');
  return unquoted(key?.text ?? '');
};

/** Keys of the entries that it lies in. */
const pathOf = (node: SyntaxNode): string[] => {
  const path: string[] = [];
  let inner = node;
  for (let outer = node.parent; outer !== null && path.length < 60; outer = outer.parent) {
    if (isEntry(outer.kind) && (outer.field('value') ?? outer.field('right'))?.start === inner.start)
      path.push(keyOf(outer));
    else if (isList(outer.kind)) path.push('[]');
    inner = outer;
  }
  return path.toReversed();
};

const isValue = ({ kind, parent, isNamed }: SyntaxNode): boolean => {
  if (!isNamed || parent === null || isNest(kind) || kind === 'comment' || isEntry(kind)) return false;
  if (isList(parent.kind)) return true;
  return isEntry(parent.kind);
};

const isKey = (node: SyntaxNode): boolean => {
  const key = node.parent?.field('key') ?? node.parent?.field('left') ?? node.parent?.field('name');
  return key !== null && key !== undefined && isEntry(node.parent?.kind ?? '') && key.start === node.start;
};

const leafKinds = /^(?:string|template_string|number|integer|float|true|false|null|none|identifier|member_expression)$/;

/** Values that are no plain ones are taken as they stand. */
export const codeLeaves = (state: FileState): Leaf[] | null => {
  const tree = state.tree();
  if (tree === null || tree.hasErrors) return null;
  const leaves: Leaf[] = [];
  for (const node of nodesOf(tree.root, ({ kind }) => !leafKinds.test(kind) && !kind.includes('string'))) {
    if (!isValue(node) || isKey(node)) continue;
    leaves.push({ path: pathOf(node), value: unquoted(node.text).slice(0, 500) });
  }
  return leaves;
};
