/** What is declared in the touched parts of a file, and as which type. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side } from '../change.ts';
import { textOf, unitName } from '../facts.ts';
import { functions } from '../kinds.ts';
import type { Place } from '../places.ts';

export type Declaration = {
  /** Its name with those around it; `()` for what a function gives back. */
  key: string;
  /** Null: none is given. */
  type: string | null;
  isOptional: boolean;
  what: 'parameter' | 'result' | 'field' | 'variable' | 'type';
  line: number;
};

const parameters = new Set([
  'required_parameter',
  'optional_parameter',
  'typed_parameter',
  'typed_default_parameter',
  'default_parameter',
  'parameter_declaration',
  'parameter',
  'formal_parameter',
]);
const fields = new Set(['property_signature', 'public_field_definition', 'field_declaration']);
const variables = new Set([
  'variable_declarator',
  'let_declaration',
  'var_spec',
  'const_spec',
  'const_item',
  'assignment',
  'local_variable_declaration',
]);
const aliases = new Set(['type_alias_declaration', 'type_item', 'type_spec', 'type_alias']);

const whatOf = ({ kind, parent }: SyntaxNode): Declaration['what'] | null => {
  if (parameters.has(kind) || (kind === 'identifier' && parent?.kind === 'parameters')) return 'parameter';
  if (fields.has(kind)) return 'field';
  if (variables.has(kind)) return 'variable';
  return aliases.has(kind) ? 'type' : null;
};

const nameOf = (node: SyntaxNode): string => {
  if (node.kind === 'identifier') return node.text;
  const name =
    node.field('name') ??
    node.field('pattern') ??
    node.field('left') ??
    node.field('declarator')?.field('name') ??
    node.children.find(({ kind }) => /identifier$|_pattern$/.test(kind));
  return name === null || name === undefined ? '' : textOf(name);
};

const typeText = (node: SyntaxNode | null): string | null => {
  if (node === null) return null;
  return textOf(node).replace(/^(?::|->)\s*/, '');
};

const resultOf = ({ node, unit }: Place): Declaration[] => {
  if (!functions.has(node.kind) || unit?.node !== node) return [];
  const type =
    node.field('return_type') ??
    node.field('result') ??
    (node.kind === 'method_declaration' ? node.field('type') : null);
  return [
    { key: `${unit.name}()`, type: typeText(type), isOptional: false, what: 'result', line: (type ?? node).line },
  ];
};

const declaredAt = (place: Place): Declaration[] => {
  const { node, unit } = place;
  const what = whatOf(node);
  if (what === null) return resultOf(place);
  const value = what === 'type' ? (node.field('value') ?? node.field('type')) : node.field('type');
  return [
    {
      key: `${unitName(unit)} ${what} ${nameOf(node)}`,
      type: typeText(value),
      isOptional: node.kind === 'optional_parameter' || node.children.some(({ kind }) => kind === '?'),
      what,
      line: node.line,
    },
  ];
};

export const declarationsOf = (side: Side | null): Declaration[] => (side?.places() ?? []).flatMap(declaredAt);
