/** The pieces of a file that differ between two states of it: functions, fields, statements outside of all of them. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { comments, containers } from '../kinds.ts';
import { isTests } from '../places.ts';

export type Pieces = { before: SyntaxNode[]; after: SyntaxNode[]; isTouched: boolean };

const isTold = (node: SyntaxNode): boolean => node.isNamed && !comments.has(node.kind) && !isTests(node);

/** Of Python: what stands below under the same name takes its place. */
const isReplaced = (node: SyntaxNode, at: number, all: readonly SyntaxNode[]): boolean => {
  const name = node.kind === 'function_definition' ? node.field('name')?.text : undefined;
  return (
    name !== undefined &&
    all.slice(at + 1).some((other) => other.kind === 'function_definition' && other.field('name')?.text === name)
  );
};

const toldIn = (node: SyntaxNode): SyntaxNode[] => node.children.filter(isTold);

/** Without those that the other has word for word. */
const unmatched = (some: readonly SyntaxNode[], others: readonly SyntaxNode[]): SyntaxNode[] => {
  const left = Map.groupBy(others, ({ text }) => text);
  return some.filter(({ text }) => left.get(text)?.pop() === undefined);
};

/** The class or module that a piece is; null where it is none. */
const containerIn = (node: SyntaxNode): SyntaxNode | null => {
  if (containers.has(node.kind)) return node;
  const inner = node.kind === 'export_statement' ? node.children.find(({ kind }) => containers.has(kind)) : undefined;
  return inner ?? null;
};

const bodyIn = (node: SyntaxNode): SyntaxNode | null => containerIn(node)?.field('body') ?? null;

/** All that is said of it before its body. */
const headOf = (node: SyntaxNode, body: SyntaxNode): string =>
  node.text.slice(0, body.start - node.start).replaceAll(/\s+/g, ' ');

const isSameHead = (one: SyntaxNode, other: SyntaxNode): boolean => {
  const [body, otherBody] = [bodyIn(one), bodyIn(other)];
  return body !== null && otherBody !== null && headOf(one, body) === headOf(other, otherBody);
};

/** As deep as anybody nests classes. */
const deepest = 8;

export const changedPieces = (before: SyntaxNode, after: SyntaxNode, depth = 0): Pieces => {
  const [all, come] = [toldIn(before), toldIn(after)];
  const old = unmatched(all, come);
  const fresh = unmatched(come, all);
  const now = fresh.filter((node) => !isReplaced(node, come.indexOf(node), come));
  const pairs = old.flatMap((one) => {
    const other = depth < deepest ? now.find((each) => isSameHead(one, each)) : undefined;
    return other === undefined ? [] : [{ one, other }];
  });
  const paired = new Set(pairs.flatMap(({ one, other }) => [one, other]));
  const inner = pairs.map(({ one, other }) => changedPieces(bodyIn(one) ?? one, bodyIn(other) ?? other, depth + 1));
  return {
    before: [...old.filter((node) => !paired.has(node)), ...inner.flatMap((each) => each.before)],
    after: [...now.filter((node) => !paired.has(node)), ...inner.flatMap((each) => each.after)],
    isTouched: old.length + fresh.length > pairs.length * 2 || inner.some((each) => each.isTouched),
  };
};
