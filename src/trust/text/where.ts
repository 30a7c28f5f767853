/** Whether a place in a file is code, a text in it, or a comment. */
import { lazy } from '../../plain/lazy.ts';
import type { FileState } from '../read-patch.ts';
import type { SyntaxNode } from '../syntax/node.ts';

export type Where = 'code' | 'string' | 'comment';

/** `offset`: in the text of the file. */
export type WhereIn = (offset: number) => Where;

const texts = /string|template_chars|char(?:acter)?_literal|rune_literal|regex|jsx_text|text_block/;
const holes = /substitution|interpolation/;

const whereBy = (kind: string, outer: Where): Where => {
  if (kind.includes('comment')) return 'comment';
  if (holes.test(kind)) return 'code';
  return texts.test(kind) ? 'string' : outer;
};

/** The child that holds the offset; they are in the order of the text. */
const childAt = (node: SyntaxNode, offset: number): SyntaxNode | null => {
  const { children } = node;
  let [low, high] = [0, children.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (child === undefined) return null;
    if (offset < child.start) high = middle - 1;
    else if (offset >= child.end) low = middle + 1;
    else return child;
  }
  return null;
};

const inTree = (root: SyntaxNode, offset: number): Where => {
  let where: Where = 'code';
  for (let node: SyntaxNode | null = root; node !== null; node = childAt(node, offset))
    where = whereBy(node.kind, where);
  return where;
};

const openers = /^(?:#|\/\/|\/\*|<!--|--|;|%|\{-|"""|'''|\(\*)/;
const continued = /^\s*\*(?!\w)/;

/** By the line alone: quotes that are open there, and what begins a comment. */
const inLine = (line: string, column: number): Where => {
  if (continued.test(line)) return 'comment';
  let quote = '';
  for (let at = 0; at < column; at += 1) {
    const character = line.charAt(at);
    if (quote !== '' && character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (openers.test(line.slice(at, at + 4))) return 'comment';
    else if (character === '"' || character === "'" || character === '`') quote = character;
  }
  if (quote !== '') return 'string';
  return openers.test(line.slice(column, column + 4)) ? 'comment' : 'code';
};

/** The longest line that is looked into. */
const longest = 20_000;

export const whereIn = (state: FileState): WhereIn => {
  const root = lazy(() => {
    const tree = state.tree();
    return tree === null || tree.hasErrors ? null : tree.root;
  });
  return (offset) => {
    const own = root();
    if (own !== null) return inTree(own, offset);
    const from = state.text.lastIndexOf('\n', offset - 1) + 1;
    return offset - from > longest ? 'code' : inLine(state.text.slice(from, offset + 4), offset - from);
  };
};
