/** Functions as terms: what they are given, and what they do with it. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { lowered } from './lower.ts';
import { settled } from './settle.ts';
import { isLeaf, partsOf, type Term } from './term.ts';

/** Longer ones take too long, and are too much for a comparison of words. */
const longest = 12_000;

export const termOf = (node: SyntaxNode): Term | null => {
  if (node.end - node.start > longest) return null;
  return [...partsOf(settled(lowered(node)))].find(({ op }) => op === 'function') ?? null;
};

const idsIn = (whole: Term): string[] =>
  [...partsOf(whole)].filter((part) => isLeaf(part, 'id')).map(({ text }) => text);

/** Names of what it is given; also those that it takes out of an object. */
export const givenTo = ({ args: [given] }: Term): string[] =>
  (given?.args ?? []).flatMap(({ args: [bound] }) => (bound === undefined ? [] : boundBy(bound)));

/** Those that it takes out of an object. */
export const takenApart = ({ args: [given] }: Term): string[] =>
  (given?.args ?? []).flatMap(({ args: [bound] }) => (bound?.op === 'object_pattern' ? boundBy(bound) : []));

const boundBy = (bound: Term): string[] => [
  ...idsIn(bound),
  ...[...partsOf(bound)].filter(({ op, text }) => op === 'name' && text !== '').map(({ text }) => text),
];

export const bodyOf = ({ args: [, body] }: Term): Term | null => body ?? null;

/** All words, texts and signs in it, each as often as it is said. */
export const saidIn = (whole: Term): string[] =>
  [...partsOf(whole)]
    .filter(({ op, args, text }) => (args.length === 0 && op !== 'block') || text !== '')
    .map(({ op, text }) => `${/^(?:id|name)$/.test(op) ? '' : op} ${text}`.trim());
