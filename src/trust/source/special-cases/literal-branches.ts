/** Branches that ask for a literal and answer with one. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { textOf } from '../facts.ts';
import { statementsOf } from '../functions.ts';
import { calls, comments, conditionals, constants, numbers, returns, strings } from '../kinds.ts';
import type { Place } from '../places.ts';

export type LiteralBranch = {
  /** What is compared, as text. */
  subject: string;
  /** Each literal with what is compared with it. */
  pairs: readonly { subject: string; literal: string }[];
  asked: readonly string[];
  /** Null: it is no constant. */
  answer: string | null;
  answers: readonly string[];
  node: SyntaxNode;
};

/** Of Go: a length of time by its name. */
const isSpan = ({ kind, text }: SyntaxNode): boolean => kind === 'selector_expression' && /^time\.[A-Z]\w+$/.test(text);

/** `/^\+49 30 901820$/`: matches one text only, so it is that text. */
const exact = /^\/\^((?:[\w\s@#%&=:;,'"<>!~-]|\\[^\w\s])+)\$\/[a-z]*$/;

const isExact = ({ kind, text, start, end }: SyntaxNode): boolean =>
  kind === 'regex' && end - start < 200 && exact.test(text);

const literalText = (node: SyntaxNode): string =>
  isExact(node) ? `'${(exact.exec(node.text)?.[1] ?? '').replaceAll('\\', '')}'` : node.text;

const isLiteral = (node: SyntaxNode): boolean =>
  strings.has(node.kind) || numbers.has(node.kind) || isSpan(node) || isExact(node);

const namedOf = (node: SyntaxNode): SyntaxNode[] =>
  node.children.filter(({ isNamed, kind }) => isNamed && !comments.has(kind));

const literalsBelow = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  if (node.end - node.start > 2_000) return found;
  for (const inner of nodesOf(node, (at) => !isLiteral(at))) if (isLiteral(inner)) found.push(inner);
  return found;
};

const wrappers = pattern(
  '',
  /^/,
  anyOf(
    /[A-Z]\w*/,
    /new|String|Decimal|Date|Ok|Some|Err|str|int|float|list|dict|set|tuple|of|from|valueOf|to_string/,
    /to_owned|into|vec|BigDecimal|asList|Duration|parse|time|errors|nil/,
  ),
  /$/,
);

/** It is made of literals alone: nothing that was given in has a part in it. */
const isCanned = (node: SyntaxNode): boolean => {
  if (node.end - node.start > 1_000) return false;
  for (const inner of nodesOf(node, (at) => !isLiteral(at))) {
    if (/^(?:binary_|call$|subscript|template_substitution|interpolation)/.test(inner.kind) && !calls.has(inner.kind))
      return false;
    if (/(?:^|_)identifier$/.test(inner.kind) && !wrappers.test(inner.text) && inner.parent?.kind !== 'pair')
      return false;
  }
  return (
    literalsBelow(node).length > 0 ||
    constants.has(node.kind) ||
    /^(?:array|list|object|dictionary|tuple)$/.test(node.kind)
  );
};

/** What a statement that is an expression gives: its value, what it assigns, or what it returns. */
const valueOf = (statement: SyntaxNode): SyntaxNode | null => {
  const [inner] = namedOf(statement);
  if (inner === undefined) return null;
  return returns.has(inner.kind) ? (namedOf(inner)[0] ?? null) : (inner.field('right') ?? inner);
};

const answerOf = (body: SyntaxNode): SyntaxNode | null => {
  const [only, ...more] = statementsOf(body);
  if (only === undefined || more.length > 1) return null;
  if (returns.has(only.kind)) return namedOf(only)[0] ?? null;
  if (only.kind === 'expression_statement' || only.kind === 'yield_statement') return valueOf(only);
  if (/^(?:assignment_statement|assignment|short_var_declaration)$/.test(only.kind)) return only.field('right');
  return /statement|declaration/.test(only.kind) ? null : only;
};

const equality = /^(?:===?|==|is|in|eq|&&|\|\||and|or)$/;

export type Comparison = { subject: string; literals: SyntaxNode[] };

/** What somebody asks about a value in general, rather than for it. */
const general = /^\(?\s*typeof\b|\btypeof\s|\.constructor\.name\b|toString\.call\(|instanceof/;

const methods = pattern(
  '',
  /(?:\.|^)/,
  anyOf(
    /equals|equalsIgnoreCase|includes|contains|has|startsWith|endsWith|startswith|endswith|eq/,
    /starts_with|HasPrefix|EqualFold|test|match|matches|is|deepEqual|DeepEqual|isDeepStrictEqual|some/,
    /every|fullmatch|compare|get|matches/,
  ),
  /$/,
);

/** `a == 1`, `a in (1, 2)`, `a.equals("x")`. */
const isComparison = (node: SyntaxNode, operators = equality): boolean => {
  if (calls.has(node.kind)) {
    const callee = node.field('function') ?? node.field('name') ?? node.field('macro');
    return methods.test((callee?.text ?? '').slice(-80));
  }
  if (!/^(?:binary_expression|comparison_operator)$/.test(node.kind)) return false;
  const operator = node.children.find(({ isNamed }) => !isNamed)?.text;
  return operator !== undefined && operators.test(operator) && !/^(?:&&|\|\||and|or)$/.test(operator);
};

const either = /^(?:[=!]==?|is|in|eq|not in|is not)$/;

/** A comparison with literals, for being equal to them or unequal; null where it is none. */
export const comparisonAt = (node: SyntaxNode): Comparison | null => comparisonBy(node, either);

const comparisonBy = (node: SyntaxNode, operators: RegExp): Comparison | null => {
  const literals = isComparison(node, operators) ? comparedIn(node) : [];
  const subject = literals.length > 0 ? subjectOf(node) : '';
  return literals.length > 0 && !general.test(subject) ? { subject, literals } : null;
};

const comparisonsIn = (condition: SyntaxNode): Comparison[] =>
  condition.end - condition.start > 2_000
    ? []
    : [...nodesOf(condition)].map((node) => comparisonBy(node, equality)).filter((found) => found !== null);

/** Not those by which the subject is reached: of `rows[0][1] === 3`, the 3. */
const comparedIn = (node: SyntaxNode): SyntaxNode[] =>
  literalsBelow(node).filter(
    ({ parent }) => parent !== null && !/subscript|^index_|^slice$|array_access/.test(parent.kind),
  );

/** What is asked; of `strings.HasPrefix(s, "x")` that is `s`, of `s.startsWith("x")` as well. */
const subjectOf = (node: SyntaxNode): string => {
  const given = node.field('arguments')?.children.find((child) => child.isNamed && !isLiteral(child));
  const first = given ?? namedOf(node).find((child) => !isLiteral(child));
  if (first === undefined) return '';
  const receiver = calls.has(node.kind) && given === undefined ? first.children[0] : undefined;
  return textOf(node.field('object') ?? receiver ?? first);
};

const branch = (
  node: SyntaxNode,
  comparisons: readonly Comparison[],
  answer: SyntaxNode | null,
): LiteralBranch | null => {
  if (comparisons.length === 0) return null;
  const canned = answer !== null && isCanned(answer) ? answer : null;
  return {
    subject: comparisons.map(({ subject }) => subject).join(' '),
    pairs: comparisons.flatMap(({ subject, literals }) =>
      literals.map((node) => ({ subject, literal: literalText(node) })),
    ),
    asked: comparisons.flatMap(({ literals }) => literals.map(literalText)),
    answer: canned === null ? null : textOf(canned),
    answers: canned === null ? [] : literalsBelow(canned).map(({ text }) => text),
    node,
  };
};

const caseKinds = /^(?:switch_case|case_clause|match_arm|expression_case|switch_rule|switch_block_statement_group)$/;

const subjectOfSwitch = (node: SyntaxNode): string => {
  const outer = node.parent?.parent;
  const subject =
    outer?.field('value') ?? outer?.field('subject') ?? outer?.field('condition') ?? node.parent?.field('value');
  return subject === null || subject === undefined ? '' : textOf(subject);
};

/** What a case is about, and what is done for it. */
const partsOfCase = (node: SyntaxNode): { head: SyntaxNode | null; body: SyntaxNode | null } => {
  if (node.kind === 'match_arm') return { head: node.field('pattern'), body: node.field('value') };
  const inner = namedOf(node);
  const head = node.field('value') ?? node.field('pattern') ?? inner[0] ?? null;
  const rest = inner.filter(
    (child) => child !== head && child.kind !== 'switch_label' && child.kind !== 'case_pattern',
  );
  return { head, body: node.field('consequence') ?? rest[0] ?? null };
};

/** A case of a choice, with the literals that it is for. */
export const caseAt = (node: SyntaxNode): Comparison | null => {
  const head = caseKinds.test(node.kind) ? partsOfCase(node).head : null;
  const literals = head === null ? [] : literalsBelow(head);
  return literals.length > 0 ? { subject: subjectOfSwitch(node), literals } : null;
};

const ofCase = (node: SyntaxNode): LiteralBranch | null => {
  const { head, body } = partsOfCase(node);
  const literals = head === null ? [] : literalsBelow(head);
  if (literals.length === 0 || body === null) return null;
  return branch(node, [{ subject: subjectOfSwitch(node), literals }], answerOf(body));
};

/** Python puts the answer first. */
const ofTernary = (node: SyntaxNode): LiteralBranch | null => {
  const [first, second] = namedOf(node);
  const isPython = node.kind === 'conditional_expression';
  const condition = isPython ? second : (node.field('condition') ?? first);
  const answer = isPython ? first : node.field('consequence');
  return condition === undefined ? null : branch(node, comparisonsIn(condition), answer ?? null);
};

export const literalBranch = ({ node }: Place): LiteralBranch | null => {
  if (caseKinds.test(node.kind)) return ofCase(node);
  if (node.kind === 'ternary_expression' || node.kind === 'conditional_expression') return ofTernary(node);
  if (!conditionals.has(node.kind)) return null;
  const condition = node.field('condition');
  const body = node.field('consequence') ?? node.field('body');
  return condition === null || body === null ? null : branch(node, comparisonsIn(condition), answerOf(body));
};
