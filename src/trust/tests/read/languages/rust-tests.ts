/** Tests of Rust: those of the compiler, tokio, rstest, test-case. */
import type { SyntaxNode } from '../../../syntax/node.ts';
import type { Unit } from '../../model.ts';
import { declared, type Declared, helperOf, markOf } from '../declared.ts';

/** The attributes right before a declaration. */
const attributesOf = (node: SyntaxNode): SyntaxNode[] => {
  const siblings = node.parent?.children ?? [];
  const found: SyntaxNode[] = [];
  for (let place = placeOf(node, siblings) - 1; place >= 0 && found.length < 500; place -= 1) {
    const sibling = siblings[place];
    if (sibling === undefined || !/^(?:attribute_item|line_comment|block_comment)$/.test(sibling.kind)) break;
    if (sibling.kind === 'attribute_item') found.unshift(sibling);
  }
  return found;
};

const places = new WeakMap<readonly SyntaxNode[], Map<SyntaxNode, number>>();

const placeOf = (node: SyntaxNode, siblings: readonly SyntaxNode[]): number => {
  const known = places.get(siblings) ?? new Map(siblings.map((each, place) => [each, place]));
  places.set(siblings, known);
  return known.get(node) ?? -1;
};

const isTest = (attribute: string): boolean =>
  /^#\[(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test|quickcheck|bench|proptest|case)\b/.test(attribute);
const isTable = (attribute: string): boolean => /^#\[(?:\w+::)*(?:case|test_case|values)\b/.test(attribute);

const functionUnit = (node: SyntaxNode): Declared | null => {
  const attributes = attributesOf(node);
  const name = node.field('name')?.text ?? '';
  const isNested = node.parent?.kind === 'block';
  if (isNested || !attributes.some(({ text }) => isTest(text))) return helperOf(node, name);
  return declared('test', name, node, {
    marks: attributes
      .filter(({ text }) => !isTable(text) && (!text.startsWith('#[should_panic') || /\bassert/.test(node.text)))
      .map(markOf),
    tables: attributes.filter(({ text }) => isTable(text)),
    claims: attributes.filter(({ text }) => text.startsWith('#[should_panic')).map(markOf),
  });
};

export const rustTest = (node: SyntaxNode, _unit: Unit): Declared | null => {
  if (node.kind === 'function_item') return functionUnit(node);
  if (node.kind === 'mod_item')
    return declared('group', node.field('name')?.text ?? '', node, { marks: attributesOf(node).map(markOf) });
  if (node.kind === 'closure_expression' && node.parent?.kind === 'let_declaration')
    return helperOf(node, node.parent.field('pattern')?.text ?? '');
  return null;
};
