/** Texts and numbers as terms: however they are quoted, and whatever is put into them. */
import type { SyntaxNode } from '../../syntax/node.ts';
import { numbers, strings } from '../kinds.ts';
import { forAll, type Lower, type Makers } from './makers.ts';
import { leaf, type Term, term } from './term.ts';

const bareOf = (text: string): string => text.replace(/^([a-zA-Z]{0,2})(["'`]{1,3})([\s\S]*)\2$/, '$3');

/** `r"…"` and the like: what is in them reads in another way. */
const prefixOf = (text: string): string => (/^[a-zA-Z]{0,3}(?=["'`])/.exec(text)?.[0] ?? '').replaceAll(/[fFuU]/g, '');

const filling = /interpolation|substitution/;

const valueOf = (node: SyntaxNode, lower: Lower): Term => {
  const told = node.children.filter(({ isNamed }) => isNamed);
  const [only, ...more] = told.map((each) =>
    each.kind === 'format_specifier' ? leaf('spec', each.text) : lower(each),
  );
  return only !== undefined && more.length === 0
    ? only
    : term('filled', ...(only === undefined ? [] : [only]), ...more);
};

/** The pieces between what is filled in, and that itself, in their order. */
const piecesOf = (node: SyntaxNode, inner: readonly SyntaxNode[], lower: Lower): Term[] => {
  const quote = quoteOf(node.text);
  const starts = [node.text.search(/["'`]/) + quote, ...inner.map(({ end }) => end - node.start)];
  const ends = [...inner.map(({ start }) => start - node.start), node.text.length - quote];
  const values = inner.map((part) => valueOf(part, lower));
  return starts.flatMap((from, at) => [leaf('text', node.text.slice(from, ends[at])), ...values.slice(at, at + 1)]);
};

const textOf = (node: SyntaxNode, lower: Lower): Term => {
  const inner = node.children.filter(({ kind }) => filling.test(kind));
  if (inner.length === 0) return leaf('text', prefixOf(node.text) + bareOf(node.text));
  return term('joined', ...piecesOf(node, inner, lower).filter(({ op, text }) => op !== 'text' || text !== ''));
};

const quoteOf = (text: string): number => (/^[a-zA-Z]{0,3}(?:"""|''')/.test(text) ? 3 : 1);

const numberOf = ({ text }: SyntaxNode): Term => {
  const plain = text.replaceAll('_', '').replace(/[lL]$/, '');
  return leaf(
    'number',
    /^(?:\d+|0[xX][\da-fA-F]+)$/.test(plain) && !/^0\d/.test(plain) ? String(Number(plain)) : plain,
  );
};

const truth: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', nil: 'null' };

const constantOf = ({ text }: SyntaxNode): Term => leaf('word', truth[text] ?? text);

export const texts: Makers = {
  ...forAll([...strings].join(' '), textOf),
  ...forAll([...numbers].join(' '), numberOf),
  ...forAll('true false none nil null boolean_literal null_literal', constantOf),
};
