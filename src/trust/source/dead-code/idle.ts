/** Code that can never run: behind a condition that is never true, or behind the end of its function. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { isContradiction } from './never/contradictions.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { type Fact, factAt, textOf } from '../facts.ts';
import { isTouch } from '../functions.ts';
import { lowered } from '../same-work/lower.ts';
import { settled } from '../same-work/settle.ts';
import { blocks, comments, conditionals, loops } from '../kinds.ts';
import type { Place } from '../places.ts';

const never = pattern(
  '',
  /^\(*\s*/,
  anyOf(
    /false|False|0|None|null|nil|undefined/,
    /''/,
    /""/,
    /!true/,
    /!1/,
    /not True/,
    /1\s*[=!]==?\s*2/,
    /0\s*==?=?\s*1/,
    /1\s*>\s*2/,
    /0\s*>\s*1/,
    /false\s*(?:&&|and)\b.*/,
    /False\s+and\b.*/,
    /.*(?:&&|\band)\s*(?:false|False|0)/,
    /Boolean\(0\)/,
    /void 0/,
    /Math\.random\(\)\s*(?:>\s*1|<\s*0)\b.*/,
    /cfg!\(any\(\)\)/,
  ),
  /\s*\)*$/,
);

/** `x && !x`, `x != x`. */
const contradictions: readonly RegExp[] = [/^\(?(\w+)\s*&&\s*!\1\)?$/, /^\(?(\b[\w.]+)\s*!=?=\s*\1\)?$/];

/** Without what only a checker of types sees, and without being negated twice. */
const bareCondition = (text: string): string =>
  text
    .replaceAll(/\b(false|true|0|1|null|undefined)\s+as\s+\w+/g, '$1')
    .replaceAll(/\b(?:Boolean|bool|Boolean\.valueOf|black_box)\(\s*(false|true|0|1|False|True)\s*\)/g, '$1')
    .replaceAll(/!!\s*/g, '');

/** Whatever it is asked of, the answer is no: `x.length < 0`. */
const isSettledNo = (condition: SyntaxNode): boolean => {
  const { op, text } = settled(lowered(condition));
  return op === 'word' && text === 'false';
};

const isNever = (condition: SyntaxNode | null): boolean => {
  if (condition === null || condition.end - condition.start >= 300) return false;
  const text = bareCondition(textOf(condition));
  if (isSettledNo(condition)) return true;
  return never.test(text) || contradictions.some((shape) => shape.test(text)) || isContradiction(text);
};

const behindNever = ({ node }: Place): string | null => {
  if (!conditionals.has(node.kind) && node.kind !== 'ternary_expression' && !node.kind.startsWith('while_'))
    return null;
  return isNever(node.field('condition')) ? 'puts code behind a condition that is never true' : null;
};

const ending =
  /^(?:return_statement|throw_statement|raise_statement|break_statement|continue_statement|return_expression)$/;

const isEnd = (node: SyntaxNode): boolean => {
  if (ending.test(node.kind)) return true;
  const inner = node.kind === 'expression_statement' ? node.children[0] : undefined;
  return inner !== undefined && (ending.test(inner.kind) || /^(?:break|continue)_expression$/.test(inner.kind));
};

const declarations = pattern(
  '',
  /^/,
  anyOf(
    /function_declaration|generator_function_declaration|class_declaration|function_item|struct_item/,
    /use_declaration|labeled_statement|empty_statement|switch_label|type_alias_declaration/,
    /interface_declaration|const_item|macro_definition/,
  ),
  /$/,
);

/** What may stand anywhere, since it holds wherever it stands. */
const isDeclaration = ({ kind }: SyntaxNode): boolean => comments.has(kind) || declarations.test(kind);

const behindEnd = ({ node }: Place): string | null => {
  if (!blocks.has(node.kind) && node.kind !== 'program' && node.kind !== 'switch_block_statement_group') return null;
  const inner = node.children.filter((child) => child.isNamed && !isDeclaration(child));
  const end = inner.findIndex(isEnd);
  return end === -1 || end === inner.length - 1 ? null : 'leaves code behind an unconditional end, where it never runs';
};

/** A loop whose first turn is its last. */
const cutShort = ({ node }: Place): string | null => {
  if (!loops.has(node.kind)) return null;
  const body = node.field('body');
  const list = body?.children.length === 3 && body.children[1]?.kind === 'statement_list' ? body.children[1] : body;
  const last = list?.children.findLast((child) => child.isNamed && !comments.has(child.kind));
  return last !== undefined && /^break;?$/.test(last.text) ? 'ends a loop after its first turn' : null;
};

/** A statement whose only use is that a linter sees a name in it. */
const touched = ({ node }: Place): string | null => {
  if (!/^(?:expression_statement|let_declaration|assignment_statement|delete_statement)$/.test(node.kind)) return null;
  if (node.children.some(({ kind }) => kind === 'call_expression')) return null;
  return isTouch(node) ? `only mentions something, so that it counts as used: \`${textOf(node).slice(0, 60)}\`` : null;
};

/** Of Go: `var _ = f`. */
const blank = ({ node }: Place): string | null =>
  node.kind === 'var_spec' && /^_\s*=\s*[\w.]+$/.test(node.text) ? 'keeps something alive that nobody uses' : null;

const shapes: readonly { rule: string; shape: (place: Place) => string | null }[] = [
  { rule: 'never-true', shape: behindNever },
  { rule: 'unreachable', shape: behindEnd },
  { rule: 'loop-cut', shape: cutShort },
  { rule: 'only-touched', shape: touched },
  { rule: 'only-touched', shape: blank },
];

export const idleNode = (place: Place): Fact | null => {
  for (const { rule, shape } of shapes) {
    const about = shape(place);
    if (about !== null) return factAt(rule, place, about);
  }
  return null;
};
