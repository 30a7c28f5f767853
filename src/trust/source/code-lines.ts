/** Lines that a patch adds or takes away, without their comments: for languages and shapes that need no syntax. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { SyntaxNode } from '../syntax/node.ts';
import type { Side } from './change.ts';
import { comments } from './kinds.ts';
import { isTests } from './places.ts';

export type CodeLine = { text: string; line: number };

const longest = 2_000;

const wholeComment = pattern(
  '',
  /^\s*/,
  anyOf(
    /\/\//,
    /\/\*/,
    /\*/,
    /#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|include|undef|pragma|\[|!\[))/,
    /--\s/,
    /;/,
    /<!--/,
    /"""/,
    /'''/,
  ),
);

/** Behind a space, so that addresses and selectors in texts stay. */
const comment = / (?:\/\/|\/\*|# ).*$/;

const codeOf = (line: string): string => {
  if (wholeComment.test(line)) return '';
  const short = line.slice(0, longest);
  const found = comment.exec(short);
  if (found === null) return short.trim();
  const head = short.slice(0, found.index);
  const isInText = ["'", '"', '`'].some((quote) => head.split(quote).length % 2 === 0);
  return (isInText ? short : head).trim();
};

const isProse = ({ kind, parent, children }: SyntaxNode): boolean =>
  comments.has(kind) ||
  (kind === 'expression_statement' && children.length === 1 && children[0]?.kind === 'string' && parent !== null);

/** Comments of Rust that document have the end of their line in them: the next line is none of theirs. */
const lastLine = ({ text, endLine }: SyntaxNode): number => (text.endsWith('\n') ? endLine - 1 : endLine);

/** Lines that lie within a comment or a text that documents. */
const proseLines = (side: Side): ReadonlySet<number> => {
  const lines = new Set<number>();
  for (const { node } of side.places())
    if (isProse(node))
      for (let line = node.line; line <= lastLine(node); line += 1)
        if (line > node.line || node.kind === 'expression_statement') lines.add(line);
  for (const node of side.state.tree()?.root.children.filter(isTests) ?? [])
    for (let line = node.line; line <= node.endLine; line += 1) lines.add(line);
  return lines;
};

const linesOf = (side: Side): CodeLine[] => {
  const prose = proseLines(side);
  return side.state.lines
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ line }) => side.changed.has(line) && !prose.has(line))
    .map(({ text, line }) => ({ text: codeOf(text), line }))
    .filter(({ text }) => text !== '');
};

/** Read by many rules, so made once. */
const known = new WeakMap<Side, CodeLine[]>();

/** Those that only this state has, with something in them. */
export const codeLines = (side: Side | null): readonly CodeLine[] => {
  if (side === null) return [];
  const lines = known.get(side) ?? linesOf(side);
  known.set(side, lines);
  return lines;
};
