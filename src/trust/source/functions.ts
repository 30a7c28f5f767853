/** The functions that a patch changes, takes away or brings, and what is in them. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import type { Side, SourceChange } from './change.ts';
import { textOf } from './facts.ts';
import { blocks, comments, constants, numbers, returns, strings } from './kinds.ts';
import type { Unit } from './places.ts';

export type FunctionAt = { path: string; name: string; unit: Unit; body: SyntaxNode | null };

const functionsOf = (path: string, side: Side | null): FunctionAt[] =>
  (side?.places() ?? []).flatMap(({ node, unit }) =>
    unit !== null && unit.node === node && unit.isFunction && !isOverload(node)
      ? [{ path, name: unit.name, unit, body: node.field('body') }]
      : [],
  );

/** Of Python and TypeScript: another signature of the same function, without a body. */
const isOverload = ({ parent, kind }: SyntaxNode): boolean =>
  kind === 'function_signature' ||
  (parent?.kind === 'decorated_definition' && /^@[\w.]*overload\b/.test(parent.text.slice(0, 60)));

export type FunctionPairs = {
  /** There before and after, in the same file or another one. */
  kept: { before: FunctionAt; after: FunctionAt }[];
  lost: FunctionAt[];
  added: FunctionAt[];
};

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** By their whole names first, then by their own names wherever they went. */
export const pairFunctions = (changes: readonly SourceChange[]): FunctionPairs => {
  const before = changes.flatMap(({ path, before: side }) => functionsOf(path, side));
  const after = changes.flatMap(({ path, after: side }) => functionsOf(path, side));
  const inPlace = pairBy(({ path, name }) => `${path} ${name}`, before, after);
  const moved = pairBy(({ name }) => lastOf(name), inPlace.lost, inPlace.added);
  return { ...moved, kept: [...inPlace.kept, ...moved.kept] };
};

/** Of the same key, in their order. */
const pairBy = (
  key: (at: FunctionAt) => string,
  before: readonly FunctionAt[],
  after: readonly FunctionAt[],
): FunctionPairs => {
  const waiting = Map.groupBy(after, key);
  const kept = before.flatMap((old): FunctionPairs['kept'] => {
    const now = waiting.get(key(old))?.shift();
    return now === undefined ? [] : [{ before: old, after: now }];
  });
  const taken = new Set(kept.flatMap((pair) => [pair.before, pair.after]));
  const isLeft = (at: FunctionAt): boolean => !taken.has(at);
  return { kept, lost: before.filter(isLeft), added: after.filter(isLeft) };
};

const isDocumentation = (node: SyntaxNode): boolean =>
  node.kind === 'expression_statement' && node.children.length === 1 && node.children[0]?.kind === 'string';

/** What is done in it, one after the other, without comments. */
export const statementsOf = (body: SyntaxNode): SyntaxNode[] => {
  if (!blocks.has(body.kind)) return [body];
  const inner = body.children.filter(({ isNamed, kind }) => isNamed && !comments.has(kind));
  const [first] = inner;
  if (inner.length === 1 && first?.kind === 'statement_list') return statementsOf(first);
  return inner.filter((node) => !isDocumentation(node));
};

const unfinished = pattern(
  'i',
  /^/,
  anyOf(
    pattern(
      '',
      /throw new /,
      anyOf(/\w*NotImplemented\w*|UnsupportedOperation\w*|Error/),
      /\(.{0,60}(?:implement|support|todo).{0,40}\)?/,
    ),
    /throw new (?:NotImplementedE\w+|UnsupportedOperationE\w+)\(.*\)/,
    /raise NotImplementedError.*/,
    /todo!\(.*\)/,
    /unimplemented!\(.*\)/,
    /panic!?\("(?:not implemented|todo|unimplemented)[^"]*"\)/,
    /pass|\.\.\./,
  ),
  /\s*;?$/,
);

const emptyValue = pattern(
  '',
  /^/,
  anyOf(
    /\[\]/,
    /\{\s*\}/,
    /\(\)/,
    /""/,
    /''/,
    /``/,
    /vec!\[\]/,
    /(?:Vec|String|HashMap|HashSet|BTreeMap)::new\(\)/,
    /Default::default\(\)/,
    /new (?:ArrayList|HashMap|HashSet|Map|Set)(?:<.*>)?\(\)/,
    /(?:List|Map|Set)\.of\(\)/,
    /Collections\.empty\w+\(\)/,
    /Optional\.empty\(\)/,
    /Ok\(\(\)\)/,
    /Ok\((?:true|false|0|None)\)/,
    /None/,
    /Some\(\w+\)/,
    /(?:dict|list|set|tuple)\(\)/,
    /Promise\.resolve\(\w*\)/,
    /\w+\{\}/,
  ),
  /$/,
);

const namedOf = (node: SyntaxNode): SyntaxNode[] => node.children.filter(({ isNamed }) => isNamed);

/** A value that needs no work: a constant, something empty, what was given in. */
export const isIdle = (node: SyntaxNode): boolean => {
  if (/^(?:as|satisfies|parenthesized)_expression$/.test(node.kind)) return namedOf(node).slice(0, 1).every(isIdle);
  if (constants.has(node.kind) || numbers.has(node.kind)) return true;
  if (strings.has(node.kind)) return !/\$\{|\{\w/.test(node.text);
  if (node.kind.endsWith('identifier')) return true;
  if (node.kind === 'expression_list') return node.children.filter(({ isNamed }) => isNamed).every(isIdle);
  return node.end - node.start < 80 && emptyValue.test(textOf(node));
};

const isIdleStatement = (node: SyntaxNode): boolean => {
  if (node.end - node.start < 200 && unfinished.test(textOf(node))) return true;
  if (node.kind === 'pass_statement') return true;
  const value = node.children.filter(({ isNamed }) => isNamed);
  if (returns.has(node.kind)) return value.every(isIdle);
  if (node.kind === 'expression_statement' && value.length === 1 && value[0] !== undefined)
    return isIdleStatement(value[0]);
  return !/statement|declaration/.test(node.kind) && isIdle(node);
};

const touches = pattern(
  '',
  /^/,
  anyOf(
    /void\s+[\w$[(][^()]*/,
    /let\s+_\s*=\s*[&(]?[\w\s,.&]*\)?/,
    /_\s*(?:,\s*_\s*)*=\s*[\w\s,.]+/,
    /drop\(\w+\)/,
    /del\s+[\w, ]+/,
  ),
  /\s*;?$/,
);

/** A statement that only mentions something, so that it counts as used: `void x`, `_ = x`, `let _ = (a, b)`. */
export const isTouch = (node: SyntaxNode): boolean => node.end - node.start < 300 && touches.test(textOf(node));

/** It does nothing any more: empty, or one constant. */
export const isStub = (body: SyntaxNode): boolean => {
  const statements = statementsOf(body).filter((node) => !isTouch(node));
  return statements.length <= 1 && statements.every(isIdleStatement);
};
