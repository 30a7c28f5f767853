/** The nodes of a tree that a patch touches, each with the function that it lies in. */
import type { SyntaxNode } from '../syntax/node.ts';
import { containers, functions } from './kinds.ts';

/** A function, method or type, by the names around it. */
export type Unit = { name: string; node: SyntaxNode; isFunction: boolean; outer: Unit | null };

export type Place = { node: SyntaxNode; unit: Unit | null };

const ownName = (node: SyntaxNode): string | null => {
  const named = node.field('name') ?? node.field('type');
  return named === null ? null : named.text;
};

/** What an anonymous function is kept in. */
const keptIn = ({ parent }: SyntaxNode): string | null => {
  const holder = parent?.kind === 'parenthesized_expression' ? parent.parent : parent;
  if (holder === null || holder === undefined) return null;
  const name = holder.field('name') ?? holder.field('key') ?? holder.field('left') ?? holder.field('pattern');
  return name === null || name.end - name.start > 100 ? null : name.text;
};

const receiverOf = (node: SyntaxNode): string => {
  const receiver = node.field('receiver')?.text;
  return receiver === undefined
    ? ''
    : `${/[\w.]+(?:\[[^\]]*\])?\s*\)?$/.exec(receiver)?.[0].replace(/\W+$/, '') ?? ''}.`;
};

const unitOf = (node: SyntaxNode, outer: Unit | null): Unit | null => {
  const isFunction = functions.has(node.kind);
  if (!isFunction && !containers.has(node.kind)) return outer;
  const name = ownName(node) ?? (isFunction ? keptIn(node) : null);
  if (name === null) return outer;
  const path = outer === null ? '' : `${outer.name}.`;
  return { name: `${path}${receiverOf(node)}${name}`, node, isFunction, outer };
};

/** Tests beside the code that they test, as Rust has them. */
export const isTests = (node: SyntaxNode): boolean =>
  node.kind === 'mod_item' && /^(?:pub\s+)?mod\s+(?:\w*_)?tests?\b/.test(node.text.slice(0, 60));

export const placesIn = (root: SyntaxNode, isTouched: (node: SyntaxNode) => boolean): Place[] => {
  const places: Place[] = [];
  const stack: Place[] = [{ node: root, unit: null }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node, unit } = place;
    if (!isTouched(node) || isTests(node)) continue;
    const inner = unitOf(node, unit);
    places.push({ node, unit: inner });
    for (const child of node.children.toReversed()) stack.push({ node: child, unit: inner });
  }
  return places;
};
