/** Results of Go and Rust whose error is dropped. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { type Fact, factAt } from '../facts.ts';
import { argumentsOf, calleeOf, isInert } from './inert.ts';
import type { Place } from '../places.ts';

const isCall = (node: SyntaxNode | null | undefined): boolean =>
  node !== null && node !== undefined && /^(?:call_expression|await_expression)$/.test(node.kind);

const listed = (node: SyntaxNode | null): SyntaxNode[] => (node?.children ?? []).filter(({ isNamed }) => isNamed);

const dropped = 'drops what a call gives back, its error too';

/** Of Go: `_ = f()`, `v, _ := f()`. */
const blanked = ({ node }: Place): string | null => {
  if (node.kind !== 'assignment_statement' && node.kind !== 'short_var_declaration') return null;
  const names = listed(node.field('left'));
  const values = listed(node.field('right'));
  if (names.at(-1)?.text !== '_' || values.length !== 1 || !isCall(values[0])) return null;
  return /^(?:fmt\.F?[Pp]rint|io\.WriteString|\w+\.Write)/.test(values[0]?.text ?? '') ? null : dropped;
};

/** Of Go: `recover()` whose answer nobody looks at. */
const recovered = ({ node }: Place): string | null => {
  if (node.kind !== 'func_literal' || node.end - node.start > 2_000 || !/\brecover\(\)/.test(node.text)) return null;
  const name = /(\w+)\s*:?=\s*recover\(\)/.exec(node.text)?.[1];
  const body = node.text.replaceAll(/(?:\w+\s*:?=\s*)?recover\(\)|\b\w+\s*!=\s*nil/g, '');
  const isUsed = name !== undefined && name !== '_' && new RegExp(`\\b${name}\\b`).test(body);
  return isUsed || /\b(?:panic|log\w*|Errorf|errors)\b/.test(body)
    ? null
    : 'recovers from a panic and says nothing about it';
};

/** Of Go: `err = nil`. */
const cleared = ({ node }: Place): string | null =>
  node.kind === 'assignment_statement' && /^err\w*\s*=\s*nil$/.test(node.text) ? 'sets an error to nothing' : null;

/** Of Rust: `let _ = f();`. */
const letGo = ({ node }: Place): string | null => {
  if (node.kind !== 'let_declaration' || !/^let\s+_\w*\s*(?::[^=]+)?=/.test(node.text)) return null;
  const name = /^let\s+(_\w*)/.exec(node.text)?.[1];
  if (name !== '_' || !isCall(node.field('value'))) return null;
  return /\bwrite(?:ln)?!/.test(node.text) ? null : dropped;
};

/** Methods of Rust that give an option or a value rather than a result. */
const options = pattern(
  '',
  /\./,
  anyOf(
    /get|get_mut|first|last|next|next_back|max|min|max_by\w*|min_by\w*|pop\w*|find\w*|position/,
    /rposition|peek|nth/,
    /checked_\w+/,
    /as_ref|as_deref|as_mut|take/,
    /strip_\w+/,
    /split_once|rsplit_once|to_str|file_name|file_stem|extension|parent|and_then|cloned|copied|filter/,
    /map|chars|iter|remove|insert|get_or_insert|reduce|as_str|as_u64|as_i64|as_f64|as_bool|as_array/,
    /as_object|to_digit|from_digit|from_u32|upgrade|partial_cmp|ok|zip|find_map|matches|option|header/,
    /value_of|duration_since/,
  ),
  /(?:::<[^>]*>)?(?:\(|$)/,
);

const isOption = (receiver: SyntaxNode | null): boolean => {
  if (receiver === null) return false;
  if (receiver.kind !== 'call_expression') return true;
  const callee = calleeOf(receiver);
  return options.test(callee.slice(callee.lastIndexOf('.')));
};

/** Of Rust: `.ok();`, `.unwrap_or_default()`, `.unwrap_or(0)`, `.filter_map(Result::ok)`. */
const isOk = (text: string): boolean => /Result::ok$|\.ok\(\)$/.test(text);

/** By the name of the method and its first argument. */
const defaultedBy = (method: string, first: string): string | null => {
  if (/^(?:filter_map|flat_map)$/.test(method) && isOk(first)) return 'drops every error of a list';
  if (method === 'map_while' && isOk(first)) return 'ends at the first error without a word';
  if (method === 'unwrap_or_else' && /^\|_\w*\|/.test(first) && !/!\(|\breturn\b|::exit/.test(first))
    return 'puts a default in the place of an error';
  return null;
};

const defaulted = ({ node }: Place): string | null => {
  const callee = node.kind === 'call_expression' ? node.field('function') : null;
  if (callee?.kind !== 'field_expression') return null;
  const method = callee.field('field')?.text ?? '';
  if (method === 'ok' && node.parent?.kind === 'expression_statement') return 'drops the error of a result';
  if (method === 'unwrap_or_default' || method === 'unwrap_or')
    return isOption(callee.field('value')) ? null : 'puts a default in the place of an error';
  return defaultedBy(method, argumentsOf(node)[0]?.text.slice(0, 200) ?? '');
};

/** Of Rust: `Err(_) => {}`, `Err(_) => None`. */
const armed = ({ node }: Place): string | null => {
  if (node.kind !== 'match_arm') return null;
  const pattern = node.field('pattern')?.text ?? '';
  const name = /^Err\((?:_\w*|(\w+))\)$/.exec(pattern);
  const body = node.field('value');
  if (name === null || body === null) return null;
  if (/^-?[1-9]\d*$/.test(body.text)) return null;
  return isInert(body, name[1] ?? null) ? 'takes an error and says nothing about it' : null;
};

/** Of Rust: `if let Ok(x) = f() { … }` and nothing for the rest. */
const onlyOk = ({ node }: Place): string | null => {
  if (node.kind !== 'if_expression' || node.field('alternative') !== null) return null;
  const condition = node.field('condition');
  if (condition?.kind !== 'let_condition' || !/^let\s+Ok\(/.test(condition.text)) return null;
  return isCall(condition.field('value')) ? 'goes on without a word where a call fails' : null;
};

const unwound = ({ node }: Place): string | null =>
  node.kind === 'call_expression' && calleeOf(node).endsWith('catch_unwind') && hasNoWord(node)
    ? 'catches panics'
    : null;

const hasNoWord = (node: SyntaxNode): boolean => {
  const statement = node.parent;
  if (statement === null) return true;
  for (const inner of nodesOf(statement)) if (inner.text === 'resume_unwind') return false;
  return true;
};

const shapes = [blanked, recovered, cleared, letGo, defaulted, armed, onlyOk, unwound];

export const droppedResult = (place: Place): Fact | null => {
  for (const shape of shapes) {
    const about = shape(place);
    if (about !== null) return factAt('error-swallowed', place, about);
  }
  return null;
};
