/** Syntax trees by ast-grep, whose grammars are those of tree-sitter. Loaded in the worker only. */
import { createRequire } from 'node:module';
import type { SgNode } from '@ast-grep/napi';
import type { Language } from '../../trust/syntax/language.ts';
import type { SyntaxNode, SyntaxTree } from '../../trust/syntax/node.ts';
import { lazy } from '../../plain/lazy.ts';

const require = createRequire(import.meta.url);

/** Once, for all of them: what is registered later is ignored in silence. */
const grammar = lazy(() => {
  try {
    return load();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the parsers (@ast-grep) cannot be loaded here: install Fixpoint anew (${why})`, { cause: error });
  }
});

const load = () => {
  const napi: typeof import('@ast-grep/napi') = require('@ast-grep/napi');
  napi.registerDynamicLanguage({
    python: require('@ast-grep/lang-python'),
    go: require('@ast-grep/lang-go'),
    rust: require('@ast-grep/lang-rust'),
    java: require('@ast-grep/lang-java'),
  });
  return napi;
};

const names: Readonly<Record<Language, string>> = {
  typescript: 'TypeScript',
  tsx: 'Tsx',
  javascript: 'JavaScript',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
};

/** Every question to the parser costs, so each is asked once, and only when somebody wants to know. */
class ParsedNode implements SyntaxNode {
  readonly #node: SgNode;
  readonly parent: SyntaxNode | null;
  readonly kind: string;
  readonly #range = lazy(() => this.#node.range());
  readonly #children = lazy(() => this.#node.children().map((child) => new ParsedNode(child, this)));
  readonly #text = lazy(() => this.#node.text());

  constructor(node: SgNode, parent: SyntaxNode | null) {
    this.#node = node;
    this.parent = parent;
    this.kind = String(node.kind());
  }

  get text(): string {
    return this.#text();
  }
  get line(): number {
    return this.#range().start.line + 1;
  }
  get endLine(): number {
    return this.#range().end.line + 1;
  }
  get start(): number {
    return this.#range().start.index;
  }
  get end(): number {
    return this.#range().end.index;
  }
  get isNamed(): boolean {
    return this.#node.isNamed();
  }
  get children(): readonly SyntaxNode[] {
    return this.#children();
  }
  /** One of its children, so that a node is one object however it is reached. */
  readonly field = (name: string): SyntaxNode | null => {
    const found = this.#node.field(name);
    if (found === null) return null;
    const id = found.id();
    return this.#children().find((child) => child.#node.id() === id) ?? null;
  };
}

const unreadable = { rule: { any: [{ kind: 'ERROR' }] } };

export const parse = (language: Language, text: string): SyntaxTree => {
  const root = grammar().parse(names[language], text).root();
  return { root: new ParsedNode(root, null), hasErrors: root.find(unreadable) !== null };
};
