/** Lines that bring names in: by themselves they do nothing, what uses the names does. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Pieces } from './changed-nodes.ts';

const bringing = /^(?:import_statement|import_from_statement|import_declaration|use_declaration)$/;

/** It is brought in for what it does: `import './polyfill'`, `_ "embed"`. */
const isForEffect = ({ kind, text }: SyntaxNode): boolean =>
  (kind === 'import_statement' && /^import\s*["']/.test(text)) || /(?:^|\s)_\s+"/.test(text);

const wordsOf = (nodes: readonly SyntaxNode[]): string[] =>
  nodes.flatMap(({ text }) => text.slice(0, 5_000).match(/[\w./@-]+/g) ?? []);

const isWithin = (some: readonly string[], others: readonly string[]): boolean => {
  const all = new Set(others);
  return some.every((each) => all.has(each));
};

/** Names only come, or only go: where one takes the place of another, it may stand for something else. */
const isPlain = (before: readonly SyntaxNode[], after: readonly SyntaxNode[]): boolean => {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return ![...before, ...after].some(isForEffect) && (isWithin(old, now) || isWithin(now, old));
};

const isImport = ({ kind }: SyntaxNode): boolean => bringing.test(kind);

export const withoutImports = (pieces: Pieces): Pieces => {
  const rest = {
    before: pieces.before.filter((node) => !isImport(node)),
    after: pieces.after.filter((node) => !isImport(node)),
  };
  const isOnlyThat = rest.before.length + rest.after.length === 0;
  return isOnlyThat || !isPlain(pieces.before.filter(isImport), pieces.after.filter(isImport))
    ? pieces
    : { ...pieces, ...rest };
};
