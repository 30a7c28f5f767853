/** Statements and functions as terms. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { comments } from '../kinds.ts';
import { forAll, type Lower, type Makers, namedOf } from './makers.ts';
import { block, leaf, nothing, type Term, term } from './term.ts';

const isDocumentation = ({ kind, children }: SyntaxNode): boolean =>
  kind === 'expression_statement' && children.length === 1 && children[0]?.kind === 'string';

/** Of Rust: what a block gives stands at its end, without a semicolon. */
const isTail = (node: SyntaxNode): boolean =>
  !/statement|declaration|definition|_item$|^return_expression$|^(?:while|for|loop)_expression$/.test(node.kind);

const isRust = ({ parent }: SyntaxNode): boolean =>
  parent !== null &&
  /^(?:function_item|if_expression|else_clause|closure_expression|match_arm|block)$/.test(parent.kind);

const blockOf = (node: SyntaxNode, lower: Lower): Term => {
  const inner = namedOf(node).filter((each) => !isDocumentation(each) && each.kind !== 'pass_statement');
  const last = inner.at(-1);
  const hasTail = last !== undefined && node.kind === 'block' && isRust(node) && isTail(last);
  return block(inner.map((each) => (each === last && hasTail ? term('tail', lower(each)) : lower(each))));
};

const bodyOf = (node: SyntaxNode | null, lower: Lower): Term => (node === null ? nothing : block([lower(node)]));

const elseOf = (node: SyntaxNode, lower: Lower): Term => {
  const others = node.children.filter(({ kind }) => /^(?:elif_clause|else_clause)$/.test(kind));
  const [first = node.field('alternative'), ...more] = others;
  if (first === null) return nothing;
  if (first.kind === 'else_clause') return block(namedOf(first).map(lower));
  if (first.kind !== 'elif_clause') return bodyOf(first, lower);
  const rest = more.toReversed().reduce<Term>((later, each) => clauseOf(each, lower, later), nothing);
  return block([clauseOf(first, lower, rest)]);
};

const clauseOf = (node: SyntaxNode, lower: Lower, otherwise: Term): Term => {
  if (node.kind === 'else_clause') return block(namedOf(node).map(lower));
  const condition = node.field('condition');
  return term(
    'if',
    condition === null ? nothing : lower(condition),
    bodyOf(node.field('consequence'), lower),
    block([otherwise]),
  );
};

const ifOf = (node: SyntaxNode, lower: Lower): Term => {
  const first = node.field('initializer');
  const whole = clauseOf(node, lower, elseOf(node, lower));
  return first === null ? whole : block([lower(first), whole]);
};

const returnOf = (node: SyntaxNode, lower: Lower): Term => term('return', ...namedOf(node).map(lower));

const innerOf = (node: SyntaxNode, lower: Lower): Term => block(namedOf(node).map(lower));

/** `const [a, b] = from`. */
const elementsOf = (pattern: SyntaxNode, value: Term): Term | null =>
  namedOf(pattern).every(({ kind }) => kind === 'identifier') && !/,\s*,|\[\s*,/.test(pattern.text)
    ? block(
        namedOf(pattern).map(({ text }, at) =>
          term('let', leaf('id', text), term('subscript_expression', value, leaf('number', String(at)))),
        ),
      )
    : null;

/** What is destructured, name by name: `const { a, b: c } = from`. */
const destructured = (pattern: SyntaxNode, value: Term): Term | null => {
  if (pattern.kind === 'array_pattern') return elementsOf(pattern, value);
  const names = namedOf(pattern).map(({ text }) => /^(?<member>\w+)(?:\s*:\s*(?<name>\w+))?$/.exec(text)?.groups);
  if (pattern.kind !== 'object_pattern' || names.includes(undefined)) return null;
  return block(names.map((each) => memberNamed(value, each?.['member'] ?? '', each?.['name'])));
};

const memberNamed = (of: Term, member: string, name = member): Term =>
  term('let', leaf('id', name), { op: 'member', text: '', args: [of, leaf('name', member)] });

const letOf = (node: SyntaxNode, lower: Lower): Term => {
  const name = node.field('name') ?? node.field('pattern') ?? node.field('left');
  const value = node.field('value') ?? node.field('right');
  if (name === null) return term(node.kind, ...namedOf(node).map(lower));
  const given = value === null ? nothing : lower(value);
  const parts = destructured(name, given);
  if (parts !== null) return parts;
  const isFunction = value !== null && /^(?:arrow_function|function_expression|func_literal)$/.test(value.kind);
  const type =
    node.field('type') ?? (node.kind === 'variable_declarator' ? (node.parent?.field('type') ?? null) : null);
  const said = type === null || type.text === 'var' ? [] : [leaf('type', type.text.replace(/^:\s*/, ''))];
  return isFunction ? { ...given, text: name.text } : term('let', lower(name), given, ...said);
};

const eachOf = (node: SyntaxNode, lower: Lower): Term => {
  const name = node.field('left') ?? node.field('pattern') ?? node.field('name');
  const value = node.field('right') ?? node.field('value');
  const isIn = node.field('operator')?.text === 'in';
  if (name === null || value === null) return term(node.kind, ...namedOf(node).map(lower));
  return { op: 'each', text: isIn ? 'in' : '', args: [lower(name), lower(value), bodyOf(node.field('body'), lower)] };
};

/** Python and Java have it under one name: with clauses, or over something. */
const forOf = (node: SyntaxNode, lower: Lower): Term =>
  node.field('left') !== null || node.kind === 'enhanced_for_statement'
    ? eachOf(node, lower)
    : term('for', ...namedOf(node).map((each) => (each === node.field('body') ? bodyOf(each, lower) : lower(each))));

const whileOf = (node: SyntaxNode, lower: Lower): Term => {
  const condition = node.field('condition');
  return term('while', condition === null ? leaf('word', 'true') : lower(condition), bodyOf(node.field('body'), lower));
};

/** What is bound stands first in it. */
const parameterOf = (node: SyntaxNode, lower: Lower): Term => {
  const name = node.field('pattern') ?? node.field('name') ?? namedOf(node)[0];
  const rest = namedOf(node).filter((each) => each !== name);
  return term('parameter', ...(name === undefined ? [] : [lower(name)]), ...rest.map(lower));
};

const parametersOf = (node: SyntaxNode, lower: Lower): Term =>
  term(
    'parameters',
    ...namedOf(node).map((each) => (each.kind === 'identifier' ? term('parameter', lower(each)) : lower(each))),
  );

const functionBody = (body: SyntaxNode, lower: Lower): Term =>
  /block|body/.test(body.kind) ? block([lower(body)]) : term('block', term('return', lower(body)));

const silent = /^(?:=>|->|function|def|fn|func|:|;|\|\||lambda)$/;

const isSaid = ({ kind, text }: SyntaxNode): boolean => !comments.has(kind) && !silent.test(text);

const parametersIn = (node: SyntaxNode, lower: Lower): Term => {
  const given = node.field('parameters') ?? node.field('parameter');
  const parameters = given === null ? term('parameters') : lower(given);
  return parameters.op === 'parameters' ? parameters : term('parameters', term('parameter', parameters));
};

/** What it is called, what it is given, what it does; what else is said of it at the end. */
const functionOf = (node: SyntaxNode, lower: Lower): Term => {
  const [body, name] = [node.field('body'), node.field('name')];
  const known = new Set([body, name, node.field('parameters'), node.field('parameter')]);
  const rest = node.children.filter((each) => !known.has(each) && isSaid(each));
  const done = body === null ? term('none') : functionBody(body, lower);
  return { op: 'function', text: name?.text ?? '', args: [parametersIn(node, lower), done, ...rest.map(lower)] };
};

export const statements: Makers = {
  ...forAll('statement_block block statement_list constructor_body', blockOf),
  ...forAll('if_statement if_expression', ifOf),
  ...forAll('return_statement return_expression', returnOf),
  ...forAll('expression_statement lexical_declaration variable_declaration let_statement', innerOf),
  ...forAll('variable_declarator let_declaration short_var_declaration var_spec', letOf),
  ...forAll('for_in_statement for_expression', eachOf),
  ...forAll('for_statement enhanced_for_statement', forOf),
  ...forAll('while_statement while_expression loop_expression', whileOf),
  ...forAll(
    'required_parameter optional_parameter typed_parameter default_parameter typed_default_parameter',
    parameterOf,
  ),
  ...forAll('parameter_declaration parameter formal_parameter catch_formal_parameter', parameterOf),
  ...forAll(
    'formal_parameters parameters parameter_list lambda_parameters closure_parameters inferred_parameters',
    parametersOf,
  ),
  ...forAll(
    'function_declaration function_expression arrow_function method_definition function_definition',
    functionOf,
  ),
  ...forAll('lambda method_declaration func_literal function_item closure_expression lambda_expression', functionOf),
  ...forAll('constructor_declaration generator_function_declaration', functionOf),
  local_variable_declaration: (node, lower) =>
    block(
      namedOf(node)
        .filter(({ kind }) => kind === 'variable_declarator')
        .map(lower),
    ),
  var_declaration: innerOf,
};
