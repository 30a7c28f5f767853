/** Sizes in tokens, which long lines cannot hide: functions, files, lines, folders. */
import { posix } from 'node:path';
import ts from 'typescript';
import type { Source } from './sources.ts';

export type Size = { tokens: number; what: string };

const isComment = ({ kind }: ts.Node): boolean =>
  kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;

/** The name a function is known by: its own, or that of the variable or property it is the value of. */
const nameOf = (node: ts.SignatureDeclaration, tree: ts.SourceFile): string | undefined => {
  if (node.name) return node.name.getText(tree);
  const { parent } = node;
  const holdsIt = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return holdsIt ? parent.name.getText(tree) : undefined;
};

const hasBody = (node: ts.SignatureDeclaration): boolean => 'body' in node && node.body !== undefined;

/** The size of a file, and of every named function in it; what is nested in a function counts for it. */
export const sizesOf = ({ path, tree }: Source): { file: Size; functions: Size[] } => {
  const functions: Size[] = [];
  /** How many tokens the scanner yields for a node, comments left out. */
  const count = (node: ts.Node): number => {
    if (isComment(node)) return 0;
    const parts = node.getChildren(tree);
    if (parts.length === 0) return node.getText(tree) === '' ? 0 : 1;
    const tokens = parts.reduce((sum, part) => sum + count(part), 0);
    const name = ts.isFunctionLike(node) && hasBody(node) ? nameOf(node, tree) : undefined;
    if (name !== undefined) functions.push({ tokens, what: `${path} ${name}` });
    return tokens;
  };
  return { file: { tokens: count(tree), what: path }, functions };
};

/** The value that a share of the sizes does not exceed. */
export const quantile = (sizes: readonly Size[], share: number): number => {
  const sorted = sizes.map(({ tokens }) => tokens).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

export const linesOver = (columns: number, { path, text }: Source): string[] =>
  text.split('\n').flatMap((line, index) => (line.length > columns ? [`${path}:${index + 1}`] : []));

/** How many source files lie directly in each folder. */
export const filesPerFolder = (sources: readonly Source[]): Map<string, number> => {
  const folders = new Map<string, number>();
  for (const { path } of sources) {
    const folder = posix.dirname(path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return folders;
};
