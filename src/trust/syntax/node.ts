/** A node of a syntax tree, whoever made the tree. Kinds and fields are those of the tree-sitter grammars. */
export type SyntaxNode = {
  readonly kind: string;
  readonly text: string;
  /** Of its first and its last character, from 1. */
  readonly line: number;
  readonly endLine: number;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** False for punctuation and keywords. */
  readonly isNamed: boolean;
  /** All of them, punctuation too. */
  readonly children: readonly SyntaxNode[];
  readonly parent: SyntaxNode | null;
  readonly field: (name: string) => SyntaxNode | null;
};

export type SyntaxTree = {
  readonly root: SyntaxNode;
  /** Something in it could not be understood: what is found in it is not all that there is. */
  readonly hasErrors: boolean;
};

/** Itself and everything below it, in the order of the text; without recursion, since texts may nest deeply. */
export function* nodesOf(root: SyntaxNode, into: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (into(node)) for (const child of node.children.toReversed()) stack.push(child);
  }
}
