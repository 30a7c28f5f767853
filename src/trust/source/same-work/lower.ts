/** Syntax trees of all languages as terms. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { comments } from '../kinds.ts';
import type { Lower, Makers } from './makers.ts';
import { expressions } from './lower-expressions.ts';
import { statements } from './lower-statements.ts';
import { texts } from './lower-texts.ts';
import { leaf, type Term, term } from './term.ts';

/** Written in other places for the same thing, or there for readers only. */
const silent = /^(?:[(){}[\],;:]|=>|->|const|let|var|final|mut|def|fn|func|function|return|async|new|then)$/;

const isTold = (node: SyntaxNode): boolean =>
  !comments.has(node.kind) && (node.isNamed || !silent.test(node.text) || /^(?:async|new)$/.test(node.text));

const identifiers = /^(?:identifier|this|self|super)$/;

const leafOf = ({ kind, text, isNamed }: SyntaxNode): Term => {
  if (identifiers.test(kind)) return leaf('id', text);
  if (kind.endsWith('identifier')) return leaf('name', text);
  return leaf(isNamed && !/^[a-z]+$/i.test(text) ? kind : 'word', text.toLowerCase() === kind ? kind : text);
};

const makers: Makers = { ...expressions, ...statements, ...texts };

const generic = (node: SyntaxNode, lower: Lower): Term => {
  const told = node.children.filter(isTold);
  return node.children.length === 0 ? leafOf(node) : term(node.kind, ...told.map(lower));
};

/** Deeper than anybody writes: its text is enough. */
const deepest = 150;

const lowerAt = (node: SyntaxNode, depth: number): Term => {
  if (depth > deepest) return leaf('deep', node.text);
  const inner: Lower = (child) => lowerAt(child, depth + 1);
  return (makers[node.kind] ?? generic)(node, inner);
};

export const lowered: Lower = (node) => lowerAt(node, 0);
