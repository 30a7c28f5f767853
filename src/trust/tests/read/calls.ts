/** Calls in syntax trees, alike for all languages. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { isCall, isMember } from '../../syntax/kinds.ts';

const callee = (call: SyntaxNode): SyntaxNode | null =>
  call.field('function') ?? call.field('macro') ?? call.field('name');

/** A link of a chain, and what stands before it. */
type Step = { name: string | null; rest: SyntaxNode | null };

const memberStep = (node: SyntaxNode): Step => {
  const last =
    node.field('property') ??
    node.field('attribute') ??
    node.field('field') ??
    node.field('name') ??
    node.field('index');
  return {
    name: (last?.text ?? '').replaceAll(/["'`]/g, ''),
    rest: node.field('object') ?? node.field('operand') ?? node.field('value') ?? node.field('path'),
  };
};

const stepOf = (node: SyntaxNode): Step => {
  if (node.kind === 'method_invocation') return { name: node.field('name')?.text ?? '', rest: node.field('object') };
  if (isCall(node)) return { name: null, rest: callee(node) };
  if (isMember(node)) return memberStep(node);
  return { name: node.end - node.start > 100 ? '' : node.text, rest: null };
};

export const calleeNames = (call: SyntaxNode): string[] => {
  const names: string[] = [];
  let node: SyntaxNode | null = call;
  for (let depth = 0; node !== null && depth < 50; depth += 1) {
    const { name, rest } = stepOf(node);
    if (name !== null) names.push(name);
    node = rest;
  }
  return names.toReversed();
};

export const calleeName = (call: SyntaxNode): string => calleeNames(call).at(-1) ?? '';

/** The call that this is an argument of. */
export const callOfArgument = (node: SyntaxNode): SyntaxNode | null => {
  const list = node.parent?.kind === 'keyword_argument' ? node.parent.parent : (node.parent ?? null);
  const isList = list !== null && /^(?:arguments|argument_list|token_tree)$/.test(list.kind);
  return isList ? list.parent : null;
};

/** The whole chain that a call belongs to: `expect(a)` of `expect(a).toBe(b)`. */
export const outermostChain = (call: SyntaxNode): SyntaxNode => {
  let node = call;
  for (let depth = 0; depth < 100; depth += 1) {
    const { parent } = node;
    if (parent === null) return node;
    const isObject = isMember(parent) && parent.children[0]?.start === node.start;
    const isCallee = isCall(parent) && parent.children[0]?.start === node.start && parent.start === node.start;
    const isAsked =
      /^(?:await_expression|try_expression|non_null_expression)$/.test(parent.kind) && parent.start === node.start;
    if (!isObject && !isCallee && !isAsked) return node;
    node = parent;
  }
  return node;
};

export const argumentsOf = (call: SyntaxNode): SyntaxNode[] => {
  const list =
    call.field('arguments') ??
    call.children.find(({ kind }) => kind === 'argument_list' || kind === 'arguments' || kind === 'token_tree');
  return (list?.children ?? []).filter(({ isNamed, kind }) => isNamed && kind !== 'comment');
};
