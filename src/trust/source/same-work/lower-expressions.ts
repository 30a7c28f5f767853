/** Expressions as terms: calls, members, operators. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { type Lower, type Makers, namedOf } from './makers.ts';
import { leaf, type Term, term } from './term.ts';

const firstOf = (node: SyntaxNode, lower: Lower): Term => {
  const [only] = namedOf(node);
  return only === undefined ? leaf('word', node.text) : lower(only);
};

const sameAs: Readonly<Record<string, string>> = { not: '!', and: '&&', or: '||' };

const operatorOf = (text: string): string => sameAs[text] ?? text;

const operatorIn = (node: SyntaxNode): string =>
  operatorOf(
    node.field('operator')?.text ??
      node.children
        .filter(({ isNamed }) => !isNamed)
        .map(({ text }) => text)
        .join(' '),
  );

export const binary = (operator: string, left: Term, right: Term): Term => ({
  op: 'binary',
  text: operator,
  args: [left, right],
});

const binaryOf = (node: SyntaxNode, lower: Lower): Term => {
  const [left, right, ...more] = namedOf(node);
  if (left === undefined || right === undefined || more.length > 0) return term(node.kind, ...node.children.map(lower));
  return binary(operatorIn(node), lower(left), lower(right));
};

const unaryOf = (node: SyntaxNode, lower: Lower): Term => {
  const inner = namedOf(node).at(-1);
  return inner === undefined
    ? leaf('word', node.text)
    : { op: 'unary', text: operatorOf(node.children[0]?.text ?? ''), args: [lower(inner)] };
};

const memberOf = (node: SyntaxNode, lower: Lower): Term => {
  const named = namedOf(node);
  const [object, member] = [named[0], named.at(-1)];
  if (object === undefined || member === undefined || object === member) return leaf('name', node.text);
  const isOptional = node.children.some(({ kind, text }) => kind === 'optional_chain' || text === '?.');
  return { op: 'member', text: isOptional ? '?' : '', args: [lower(object), leaf('name', member.text)] };
};

const argumentsOf = (node: SyntaxNode, lower: Lower): Term[] => {
  const given = node.field('arguments');
  return given === null
    ? []
    : /^(?:template_string|generator_expression)$/.test(given.kind)
      ? [lower(given)]
      : namedOf(given).map(lower);
};

const callOf = (node: SyntaxNode, lower: Lower): Term => {
  const callee = node.field('function');
  return callee === null
    ? term(node.kind, ...node.children.map(lower))
    : term('call', lower(callee), ...argumentsOf(node, lower));
};

/** Of Java: `object.name(given)`. */
const invocationOf = (node: SyntaxNode, lower: Lower): Term => {
  const [object, name] = [node.field('object'), leaf('name', node.field('name')?.text ?? '')];
  const callee = object === null ? name : { op: 'member', text: '', args: [lower(object), name] };
  return term('call', callee, ...argumentsOf(node, lower));
};

const choiceOf = (node: SyntaxNode, lower: Lower): Term => {
  const parts = namedOf(node).map(lower);
  const [first = leaf('word', ''), second = first, third = first] = parts;
  return node.kind === 'conditional_expression'
    ? term('choice', second, first, third)
    : term('choice', first, second, third);
};

const one = leaf('number', '1');

/** `x += y` and `x++`, as `x = x + y`. */
const steppedOf = (node: SyntaxNode, lower: Lower): Term => {
  const sign = node.children.find(({ text }) => /^(?:\+\+|--|\S+=)$/.test(text))?.text ?? '';
  const [left, right] = namedOf(node);
  if (left === undefined || sign === '') return leaf('word', node.text);
  const target = lower(left);
  return term(
    'assign',
    target,
    binary(
      sign.slice(0, sign.length === 2 && sign[0] === sign[1] ? 1 : -1),
      target,
      right === undefined ? one : lower(right),
    ),
  );
};

const assignedOf = (node: SyntaxNode, lower: Lower): Term => {
  const [left, right] = [node.field('left'), node.field('right')];
  const operator = node.field('operator')?.text ?? '=';
  if (left === null || right === null) return term(node.kind, ...namedOf(node).map(lower));
  return operator === '=' ? term('assign', lower(left), lower(right)) : steppedOf(node, lower);
};

const listOf = (node: SyntaxNode, lower: Lower): Term => {
  const inner = namedOf(node);
  return inner.length === 1 ? firstOf(node, lower) : term('list', ...inner.map(lower));
};

const keyOf = (node: SyntaxNode, lower: Lower): Term => {
  const [key, value] = namedOf(node);
  if (key === undefined || value === undefined) return term(node.kind, ...namedOf(node).map(lower));
  const isPlain = key.kind.endsWith('identifier');
  return term('pair', isPlain ? leaf('name', key.text) : lower(key), lower(value));
};

const shorthand = ({ text }: SyntaxNode): Term => term('pair', leaf('name', text), leaf('id', text));

/** Of Rust: what begins at nought need not say so. */
const rangeOf = (node: SyntaxNode, lower: Lower): Term => {
  const told = node.children.map(lower);
  const isFromStart = told.length === 3 && told[0]?.op === 'number' && told[0].text === '0';
  return term('range', ...(isFromStart ? told.slice(1) : told));
};

const awaited = (node: SyntaxNode, lower: Lower): Term => term('await', firstOf(node, lower));

export const expressions: Makers = {
  parenthesized_expression: firstOf,
  binary_expression: binaryOf,
  binary_operator: binaryOf,
  boolean_operator: binaryOf,
  comparison_operator: binaryOf,
  unary_expression: unaryOf,
  unary_operator: unaryOf,
  not_operator: unaryOf,
  member_expression: memberOf,
  attribute: memberOf,
  selector_expression: memberOf,
  field_expression: memberOf,
  field_access: memberOf,
  scoped_identifier: memberOf,
  call_expression: callOf,
  call: callOf,
  method_invocation: invocationOf,
  ternary_expression: choiceOf,
  conditional_expression: choiceOf,
  update_expression: steppedOf,
  inc_statement: steppedOf,
  dec_statement: steppedOf,
  augmented_assignment_expression: steppedOf,
  augmented_assignment: steppedOf,
  compound_assignment_expr: steppedOf,
  assignment_expression: assignedOf,
  assignment: assignedOf,
  assignment_statement: assignedOf,
  expression_list: listOf,
  pattern_list: listOf,
  pair: keyOf,
  keyword_argument: keyOf,
  shorthand_property_identifier: shorthand,
  await_expression: awaited,
  await: awaited,
  range_expression: rangeOf,
};
