/** Pieces of code that a patch only gives a name: a helper or a constant, by which everything is done as before. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { Side, SourceChange } from '../../change.ts';
import type { CodeLine } from '../../code-lines.ts';

export type Piece = { name: string; given: readonly string[]; body: readonly string[]; lines: ReadonlySet<number> };

const heads = pattern(
  '',
  /^(?:export\s+|pub(?:\([^)]*\))?\s+|async\s+|static\s+|private\s+|inline\s+)*/,
  anyOf(
    /(?:function|def|fn|fun|func)\s+(?:\([^)]*\)\s*)?(?:self\.)?(\w+[?!]?)\s*(?:\(([^()]*)\))?[^=]*$/,
    /(?:const|let|var|val)\s+(\w+)\s*=\s*(?:async\s*)?\(([^()]*)\)[^=]*=>\s*(.*)$/,
    /(\w+)\s*\((\s*)\)\s*\{?$/,
    /(?!return\b|new\b|throw\b|else\b)(?:[\w<>,[\].]+[\s*&]+)+(\w+)\s*\(([^();]*)\)\s*(?:throws\s+[\w.,\s]+)?\{?$/,
  ),
);

const constant = pattern(
  '',
  /^(?:(?:export|private|public|static|final|const|readonly|let|var|val|local|auto|char|int|String|pub|&?str|:=?)\s+)*/,
  /\*?([A-Za-z_]\w*)(?:\[\])?\s*(?::\s*[^=]{1,40})?:?=\s*("[^"]*"|'[^']*'|`[^`]*`|-?\d[\w.]*);?$/,
);

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;

const wordsOf = (parameter: string): string[] => {
  const words = parameter.replace(/=.*$/, '').match(/[A-Za-z_]\w*/g) ?? [];
  return [...new Set([words[0], words.at(-1)].filter((word) => word !== undefined))];
};

type Head = { name: string; given: string[]; inline: string };

const headOf = (text: string): Head | null => {
  const [, ...groups] = heads.exec(text.slice(0, 300)) ?? [];
  const at = groups.findIndex((group) => group !== undefined);
  const name = groups[at];
  if (name === undefined) return null;
  return {
    name,
    given: (groups[at + 1] ?? '').split(',').filter((each) => each.trim() !== ''),
    inline: groups[4] ?? '',
  };
};

const pieceAt = (lines: readonly CodeLine[], at: number, all: readonly string[]): Piece | null => {
  const { text, line } = lines[at] ?? { text: '', line: 0 };
  const [, name, value] = constant.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { name, given: [], body: [value], lines: new Set([line]) };
  const head = headOf(text);
  if (head === null) return null;
  const indent = indentOf(all[line - 1] ?? '');
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((each) => indentOf(all[each.line - 1] ?? '') <= indent);
  const inner = head.inline === '' ? rest.slice(0, end === -1 ? rest.length : end) : [];
  const body = head.inline === '' ? inner.map((each) => each.text) : [head.inline];
  return body.length === 0 || body.length > 12
    ? null
    : { name: head.name, given: head.given, body, lines: new Set([line, ...inner.map((each) => each.line)]) };
};

const most = 3_000;
const comment = /^(?:\/\/|\/\*|\*|#(?!\s*(?:define|include|if|el|endif))|--\s|"{3})/;

/** Whole files, since what stays in its place may be in another function now. */
const linesOf = (side: Side | null): CodeLine[] =>
  (side?.state.lines ?? [])
    .map((text, at) => ({ text: text.trim().slice(0, 500), line: at + 1 }))
    .filter(({ text }) => /\w/.test(text) && !comment.test(text));

/** All that the patch gives a name, as far as one line says what it is. */
const piecesIn = (side: Side): Piece[] => {
  const lines = linesOf(side);
  const found: Piece[] = [];
  for (const [at, { line }] of lines.entries()) {
    if (!side.changed.has(line)) continue;
    const isInner = found.some((piece) => piece.lines.has(line));
    const piece = isInner ? null : pieceAt(lines, at, side.state.lines);
    if (piece !== null) found.push(piece);
  }
  return found.slice(0, 20);
};

const argumentsAt = (text: string, from: number): { given: string[]; end: number } => {
  if (text[from] !== '(') {
    const rest = /^(?:\s+[^\s;|&)}]+)*/.exec(text.slice(from))?.[0] ?? '';
    return { given: rest.trim() === '' ? [] : rest.trim().split(/\s+/), end: from + rest.length };
  }
  const given = [''];
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    depth += /[([{]/.test(sign) ? 1 : /[)\]}]/.test(sign) ? -1 : 0;
    if (depth === 0) return { given: given.map((each) => each.trim()), end: at + 1 };
    if (sign === ',' && depth === 1) given.push('');
    else if (at > from) given[given.length - 1] += sign;
  }
  return { given, end: text.length };
};

const filled = ({ given, body }: Piece, args: readonly string[]): string => {
  const values = new Map(given.flatMap((each, at) => wordsOf(each).map((word) => [word, args[at] ?? word])));
  return body
    .join(' ')
    .replaceAll(/\$\{?(\d)\}?/g, (whole, at: string) => (args[Number(at) - 1] ?? whole).replaceAll('"', ''))
    .replaceAll(/(?<![.\w])[A-Za-z_]\w*/g, (word) => values.get(word) ?? word);
};

/** A line with each use of the piece replaced by what it stands for. */
const inlined = (text: string, piece: Piece, isPlain: boolean): string => {
  const use = new RegExp(
    String.raw`(?:\b(?:this|self|Self)(?:\.|::))?(?<![\w.$])${piece.name.replace(/[?!]$/, '')}\b[?!]?`,
  ).exec(text);
  if (use === null) return text;
  const from = use.index + use[0].length;
  const { given, end } = isPlain ? { given: [], end: from } : argumentsAt(text, from);
  return `${text.slice(0, use.index)}${filled(piece, given)}${text.slice(end)}`;
};

const bare = (text: string): string =>
  text
    .replaceAll(/\b(?:return|await|private|static|const|let|var|end|then)\b/g, '')
    .replaceAll(/[\s;(){}]|\bself\.|\bthis\./g, '');

const binding = /^(?:import|export\s*[{*]|from\b|use\b|mod\b|package|#include|require|const\s+\{?\s*\w+.*=\s*require)/;

/** Without what only brings names in, and without brackets alone. */
const tellingOf = (lines: readonly CodeLine[]): CodeLine[] =>
  lines.filter(({ text }) => /\w/.test(text) && !binding.test(text) && !/^(?:end|private|public|fi|done)$/.test(text));

const textOf = (lines: readonly string[]): string => bare(lines.join(' '));

const isNew = ({ name }: Piece, before: Side | null): boolean =>
  !new RegExp(String.raw`\b${name.replace(/[?!]$/, '')}\b\s*(?:\(|=)`).test(before?.state.text ?? '');

/** One file as it was, and as it is with what it names put back where the names stand. */
const sidesOf = ({ before, after }: SourceChange, pieces: readonly Piece[], own: readonly Piece[]): string[] => {
  const rest = tellingOf(linesOf(after)).filter(({ line }) => !own.some((piece) => piece.lines.has(line)));
  const isTouched = ({ line }: CodeLine): boolean => after?.changed.has(line) === true;
  const come = rest.map((each) =>
    isTouched(each)
      ? pieces.reduceRight((line, piece) => inlined(line, piece, isConstant(piece)), each.text)
      : each.text,
  );
  return [textOf(tellingOf(linesOf(before)).map(({ text }) => text)), textOf(come)];
};

/** A line that the patch changes says its name, other than where it is made. */
const isUsed = ({ name, lines }: Piece, after: Side | null): boolean =>
  linesOf(after).some(
    ({ text, line }) =>
      after?.changed.has(line) === true && !lines.has(line) && text.includes(name.replace(/[?!]$/, '')),
  );

const isConstant = ({ given, lines }: Piece): boolean => given.length === 0 && lines.size === 1;

/** Whether the patch leaves everything as it was, once what it names is put where the names stand. */
export const isOnlyNamed = (changes: readonly SourceChange[]): Piece | null => {
  if (changes.some(({ before, after }) => [before, after].some((side) => (side?.state.lines.length ?? 0) > most)))
    return null;
  const own = changes.map(({ before, after }) =>
    after === null ? [] : piecesIn(after).filter((piece) => isNew(piece, before)),
  );
  const pieces = own.flat();
  if (pieces.length === 0) return null;
  const sides = changes.map((change, at) => sidesOf(change, pieces, own[at] ?? []));
  const used = pieces.find((piece) => changes.some(({ after }) => isUsed(piece, after)));
  return used !== undefined && sides.every(([was, is]) => was === is) ? used : null;
};
