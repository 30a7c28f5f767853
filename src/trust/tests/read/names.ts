/** What the names of a program stand for, as far as that is plain: given once, never again. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Unit } from '../model.ts';
import { tokensOf } from '../text/tokens.ts';
import { namesIn, noteChange } from './notes/changed-names.ts';

const longest = 3_000;

type Naming = { names: readonly string[]; value: SyntaxNode | null };

const namingKinds: Readonly<Record<string, readonly [string, string]>> = {
  variable_declarator: ['name', 'value'],
  assignment: ['left', 'right'],
  assignment_expression: ['left', 'right'],
  assignment_statement: ['left', 'right'],
  short_var_declaration: ['left', 'right'],
  const_spec: ['name', 'value'],
  var_spec: ['name', 'value'],
  let_declaration: ['pattern', 'value'],
  const_item: ['name', 'value'],
  static_item: ['name', 'value'],
};

/** What this node gives a name to. */
const namingOf = (node: SyntaxNode): Naming | null => {
  const fields = namingKinds[node.kind];
  if (fields === undefined) return null;
  return { names: namesIn(node.field(fields[0])), value: node.field(fields[1]) };
};

const noted = new WeakSet<SyntaxNode>();

/** Given twice, unless it is a function that takes the place of another thing. */
const isUnclear = (name: string, text: string | null, names: Unit['names']): boolean =>
  text === null || (names.has(name) && !/^func\b/.test(text));

export const noteNames = (node: SyntaxNode, unit: Unit): void => {
  if (noted.has(node)) return;
  noteChange(node, unit);
  const naming = namingOf(node);
  if (naming === null) return;
  noted.add(node);
  const { names } = unit;
  const { value } = naming;
  const text =
    value === null || value.end - value.start > longest ? null : value.text.replace(/^(?:await|&|\*)\s*/, '');
  for (const [place, name] of naming.names.entries())
    names.set(name, isUnclear(name, text, names) ? null : `${text}${'#'.repeat(place)}`);
};

const lookUp = (name: string, from: Unit): string | null => {
  for (let unit: Unit | null = from; unit !== null; unit = unit.parent) {
    const value = unit.names.get(name);
    if (value !== undefined) return value;
  }
  return null;
};

const isName = /^[\p{L}_$]/u;

const once = (tokens: readonly string[], unit: Unit, used: Set<string>): string[] =>
  tokens.flatMap((token, place) => {
    const isOwn =
      isName.test(token) &&
      !/^[.]$|->|::/.test(tokens[place - 1] ?? '') &&
      !/^(?:\(|:|=)$/.test(tokens[place + 1] ?? '');
    const value = isOwn && !used.has(token) ? lookUp(token, unit) : null;
    if (value === null) return [token];
    used.add(token);
    const inner = tokensOf(value);
    used.delete(token);
    return inner.includes(token) ? [token] : inner;
  });

/** The text with its names replaced by what they stand for. */
export const resolved = (text: string, unit: Unit): string => {
  let tokens = tokensOf(text);
  for (let depth = 0; depth < 3; depth += 1) {
    const next = once(tokens, unit, new Set());
    if (next.length > 1_500 || (next.length === tokens.length && next.every((each, place) => each === tokens[place])))
      break;
    tokens = next;
  }
  return tokens.join(' ');
};

/** What a single name stands for, as it is written. */
export const valueOf = (text: string, unit: Unit): string | null =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text) ? lookUp(text, unit) : null;
