/** A declaration of a test, or of what tests are made of, as each language's reader finds it. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Mark, Unit } from '../model.ts';

export type Declared = Pick<Unit, 'kind' | 'name'> & {
  node: SyntaxNode;
  /** Decorators, annotations, modifiers and options. */
  marks: readonly Mark[];
  /** Rows of its parameters, as texts of collections. */
  tables: readonly SyntaxNode[];
  /** Checks that its marks make: `#[should_panic]`. */
  claims: readonly Mark[];
};

export const declared = (
  kind: Unit['kind'],
  name: string,
  node: SyntaxNode,
  more: Partial<Declared> = {},
): Declared => ({
  kind,
  name,
  node,
  marks: [],
  tables: [],
  claims: [],
  ...more,
});

export const markOf = (node: SyntaxNode): Mark => ({
  text: node.end - node.start > 2_000 ? node.kind : node.text,
  line: node.line,
});

/** A named function that is no test: what tests may call. */
export const helperOf = (node: SyntaxNode, name: string): Declared | null =>
  name === '' ? null : declared('helper', name, node);
