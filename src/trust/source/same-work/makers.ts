/** What turns nodes of a syntax tree into terms. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { comments } from '../kinds.ts';
import type { Term } from './term.ts';

/** Turns one node into a term. */
export type Lower = (node: SyntaxNode) => Term;

/** By the kind of the node; parts of it by what is given. */
export type Maker = (node: SyntaxNode, lower: Lower) => Term;
export type Makers = Readonly<Record<string, Maker>>;

export const forAll = (kinds: string, make: Maker): Makers =>
  Object.fromEntries(
    kinds
      .split(/\s+/)
      .filter((kind) => kind !== '')
      .map((kind) => [kind, make]),
  );

export const namedOf = (node: SyntaxNode): SyntaxNode[] =>
  node.children.filter(({ isNamed, kind }) => isNamed && !comments.has(kind));
