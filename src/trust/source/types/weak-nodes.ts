/** Casts, assertions and types that switch the checker off, by the syntax of each language. */
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Fact, factAt, textOf } from '../facts.ts';
import { argumentsOf, calleeOf } from '../errors/inert.ts';
import type { Place } from '../places.ts';

/** Types that are wide because they must be: bounds of type parameters, rest arguments of functions in general. */
const isBound = (node: SyntaxNode): boolean => {
  let at: SyntaxNode | null = node;
  for (let steps = 0; at !== null && steps < 12; steps += 1) {
    if (/^(?:constraint|default_type|type_parameter|type_parameters|conditional_type|infer_type)$/.test(at.kind))
      return true;
    if (at.kind === 'ambient_declaration') return false;
    if (at.kind === 'function_type' || /statement|declaration|definition$/.test(at.kind))
      return at.kind === 'function_type';
    at = at.parent;
  }
  return false;
};

/** Of TypeScript: `any`, as a type of something. */
const untyped = ({ node }: Place): string | null => {
  if (node.kind !== 'predefined_type' || node.text !== 'any' || isBound(node)) return null;
  if (node.parent?.kind === 'as_expression') return null;
  return 'declares something as `any`';
};

/** Of Python: a variable that is said to be anything. */
const untypedPython = ({ node, unit }: Place): string | null =>
  unit?.isFunction !== false &&
  node.kind === 'type' &&
  /^(?:typing\.|t\.)?Any$/.test(node.text) &&
  node.parent?.kind === 'assignment'
    ? 'declares something as `Any`'
    : null;

const hasNamed = (node: SyntaxNode, kind: string): boolean => {
  for (const inner of nodesOf(node)) if (inner.kind === kind) return true;
  return false;
};

/** Of Rust: code that the compiler does not check, types that it does not know. */
const unchecked = ({ node }: Place): string | null => {
  if (node.kind === 'unsafe_block') return 'puts code into `unsafe`';
  if (node.kind === 'impl_item' && /^unsafe\s/.test(node.text.slice(0, 20)))
    return 'promises by `unsafe impl` what nobody checks';
  if (node.kind === 'static_item' && /^(?:pub\s+)?static\s+mut\b/.test(node.text.slice(0, 40)))
    return 'uses `static mut`';
  if (node.kind === 'call_expression' && /\btransmute(?:_copy)?$/.test(calleeOf(node).replace(/::<.*$/s, '')))
    return 'reinterprets memory';
  return node.kind === 'selector_expression' && node.text === 'unsafe.Pointer' ? 'reinterprets memory' : null;
};

/** Of Go: `any(x).(T)`. */
const assertedGo = ({ node }: Place): string | null =>
  node.kind === 'type_assertion_expression' && /^(?:any|interface\{\})\(/.test(node.text)
    ? 'takes a value through `any` into another type'
    : null;

/** Of Java: `(T) (Object) x`. */
const doubleCast = ({ node }: Place): string | null =>
  node.kind === 'cast_expression' && /^\([^()]+\)\s*\(?\s*\(\s*Object\s*\)/.test(node.text)
    ? 'takes a value through `Object` into another type'
    : null;

const targetOf = (node: SyntaxNode): string => textOf(node.children.findLast(({ isNamed }) => isNamed) ?? node);

/** Of TypeScript: `x as any`, `x as unknown as T`, `x as never`, `<any>x`. */
const castAway = ({ node }: Place): string | null => {
  if (node.kind === 'type_assertion') return node.text.startsWith('<any>') ? 'casts to `any`' : null;
  if (node.kind !== 'as_expression') return null;
  const target = targetOf(node);
  if (/^(?:any|never|Function)\b/.test(target)) return `casts to \`${target.slice(0, 40)}\``;
  if (target === 'unknown') return node.parent?.kind === 'as_expression' ? null : 'casts to `unknown`';
  const inner = node.children.find(({ isNamed }) => isNamed);
  const isThrough = inner?.kind === 'as_expression' && /^(?:unknown|any)$/.test(targetOf(inner));
  return isThrough ? `casts through \`unknown\` to \`${target.slice(0, 40)}\`` : null;
};

const shapes = [untyped, untypedPython, unchecked, assertedGo, doubleCast, castAway];

export const weakNode = (place: Place): Fact | null => {
  for (const shape of shapes) {
    const about = shape(place);
    if (about !== null) {
      const { node } = place;
      return { ...factAt('type-weakened', place, about), text: textOf(node.parent ?? node) };
    }
  }
  return null;
};

/** An expression that is the same as before, but asserted to be of another type: what it is asserted of. */
const firstNamed = (node: SyntaxNode): SyntaxNode | null => node.children.find(({ isNamed }) => isNamed) ?? null;

/** Of Java: a cast to a type that is not there at run time. */
const uncheckedCast = (node: SyntaxNode): SyntaxNode | null => {
  const type = node.field('type');
  const isPlain = type === null || /^(?:integral_type|floating_point_type|boolean_type)$/.test(type.kind);
  return isPlain || !(hasNamed(type, 'type_arguments') || /^[A-Z]$/.test(type.text)) ? null : node.field('value');
};

export const assertedOf = ({ node }: Place): SyntaxNode | null => {
  if (node.kind === 'as_expression') return /\bas\s+const$/.test(node.text.slice(-12)) ? null : firstNamed(node);
  if (node.kind === 'non_null_expression') return firstNamed(node);
  if (node.kind === 'call' && /^(?:typing\.|t\.)?cast$/.test(calleeOf(node))) return argumentsOf(node)[1] ?? null;
  return node.kind === 'cast_expression' ? uncheckedCast(node) : null;
};

/** The value that a cast takes, innermost; null where it is no cast. */
export const castedIn = (node: SyntaxNode): SyntaxNode | null => {
  let at: SyntaxNode | null = null;
  for (let cast: SyntaxNode | undefined = node; cast?.kind === 'as_expression' || cast?.kind === 'type_assertion';) {
    at = cast.children.find(({ isNamed, kind }) => isNamed && kind !== 'type_arguments') ?? null;
    cast = at ?? undefined;
  }
  return at;
};
