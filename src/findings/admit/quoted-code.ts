/**
 * Whether code that somebody quotes is in a file. People and agents quote loosely, so only what no reading of the quote
 * explains is missing.
 */

const maxQuote = 4_000;
/** Longer stretches are told apart by their beginning: the time for a look-up is bounded by this times the file. */
const maxPiece = 120;
/** Anything shorter is in every file. */
const minPiece = 4;

const entities = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/** Text without what quoting changes: blanks, escapes, the shape of quotation marks. */
export const withoutLooks = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\u200b\ufeff\\]+/g, '')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities.get(entity) ?? entity);

const lineBreak = /\r\n|\n|\r|\\n/;
const fence = /^\s{0,20}(?:`{3,}|~{3,})/;
const diffHeader = /^(?:@@|\+\+\+ |--- |diff --git )/;
const lineNumber = /^[\s>]{0,20}(?:(?:L|line )?\d{1,7}\s{0,4}[:|│).→-]?)?\s{0,4}/i;
/** What stands for code that was left out, or for a secret that was taken out. */
const omission = /\.{3,}|…|\*{3,}|\[?<?redacted>?\]?/i;
/** Marks around a quote and around a comment that stands for what was left out. */
const marksBefore = /^[`"'*#/<>!,.;:?-]{1,20}/;
const marksBehind = /[`"'*#/<>!,.;:?-]{1,20}$/;

const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;
const codeSign = /[(){}[\];=<>_$@#|&+*/\\"]/;

/**
 * Words about the code where code should be: a sentence, a label, or code in backticks within a sentence, which may be
 * what is missing.
 */
const isProse = (line: string): boolean => {
  const text = line.trim();
  if (/^\p{L}[\p{L}\p{N} ',-]{0,200}:$/u.test(text) || (wordsIn(text) >= 5 && !codeSign.test(text))) return true;
  if (/^\p{Lu}/u.test(text) && /[.!?]$/.test(text)) return wordsIn(text) >= 4;
  const outside = text.split('`').filter((_, index) => index % 2 === 0);
  return outside.length > 1 && wordsIn(outside.join(' ')) >= 2;
};

const unmarked = (line: string): string => line.replace(/^[+-]/, '');

/** One side of a diff: without the lines that only the other side has, and without markers. */
const sideOf = (lines: readonly string[], other: '+' | '-'): string[] =>
  lines.filter((line) => !line.startsWith(other) && !diffHeader.test(line)).map(unmarked);

/** `barest`: with nothing in front of the lines that could be a mark. */
const readingsOf = (quote: string): { all: string[][]; barest: string[] } => {
  const asWritten = quote
    .slice(0, maxQuote)
    .split(lineBreak)
    .filter((line) => !fence.test(line));
  const unnumbered = asWritten.map((line) => line.replace(lineNumber, ''));
  const barest = unnumbered.map(unmarked);
  const sides = [asWritten, unnumbered].flatMap((lines) => [lines, sideOf(lines, '-'), sideOf(lines, '+')]);
  // A line that is added and begins with `++ ` looks like the head of a diff.
  return { all: [...sides, barest], barest };
};

const piecesOf = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !isProse(line))
    .flatMap((line) => line.split(omission))
    .map((piece) => withoutLooks(piece).replace(marksBefore, '').replace(marksBehind, '').slice(0, maxPiece))
    .filter((piece) => piece.length >= minPiece);

const inOrder = (pieces: readonly string[], text: string): boolean => {
  let from = 0;
  return pieces.every((piece) => {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    return at !== -1;
  });
};

/** `text`: of the file, by `withoutLooks`. True also for a quote that is too short to prove anything. */
export const mayBeIn = (text: string, quote: string): boolean => {
  const { all, barest } = readingsOf(quote);
  if (piecesOf(barest).length === 0) return true;
  return all.map(piecesOf).some((pieces) => pieces.length > 0 && inOrder(pieces, text));
};
