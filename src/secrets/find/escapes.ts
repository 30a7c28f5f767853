/** A text without the escapes of JSON, of addresses and of HTML, and the way back from it. */
import { matchesOf, type Span } from './span.ts';

/** A text without its escapes, and where each part of it was. */
export type View = { text: string; toSource: (span: Span) => Span };

const escapes =
  /\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[nrt"'\\/]|%[0-7][0-9a-fA-F]|(?:%[89a-fA-F][0-9a-fA-F]){1,4}|&(?:amp|lt|gt|quot|apos|#x?[0-9a-fA-F]{1,4});/g;

const plain: Readonly<Record<string, string>> = {
  [String.raw`\n`]: '\n',
  [String.raw`\r`]: '\r',
  [String.raw`\t`]: '\t',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const unescaped = (escape: string): string => {
  const known = plain[escape];
  if (known !== undefined) return known;
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  if (escape.startsWith('&#x')) return String.fromCharCode(Number.parseInt(escape.slice(3, -1), 16));
  if (escape.startsWith('&#')) return String.fromCharCode(Number.parseInt(escape.slice(2, -1), 10) || 0);
  return escape.length > 2 ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : escape.slice(1);
};

/** The lines that have escapes, without them; null if there are none. */
export const withoutEscapes = (source: string): View | null => {
  const parts: string[] = [];
  /** Where parts begin in the view and in the source. */
  const inView: number[] = [];
  const inSource: number[] = [];
  const sourceEnds: number[] = [];
  let length = 0;
  let at = 0;
  let lineEnd = 0;
  const add = (part: string, from: number, to: number): void => {
    if (part === '') return;
    inView.push(length);
    inSource.push(from);
    sourceEnds.push(to);
    parts.push(part);
    length += part.length;
  };
  for (const { 0: escape, index } of matchesOf(escapes, source)) {
    if (index >= lineEnd) {
      add(source.slice(at, lineEnd), at, lineEnd);
      at = Math.max(lineEnd, source.lastIndexOf('\n', index) + 1);
      const next = source.indexOf('\n', index);
      lineEnd = next === -1 ? source.length : next + 1;
    }
    add(source.slice(at, index), at, index);
    add(unescaped(escape), index, index + escape.length);
    at = index + escape.length;
  }
  if (lineEnd === 0) return null;
  add(source.slice(at, lineEnd), at, lineEnd);
  const startOf = (position: number): number => {
    const part = lastUpTo(inView, position);
    const offset = position - (inView[part] ?? 0);
    return (inSource[part] ?? 0) + (isEscape(part) ? 0 : offset);
  };
  const endOf = (position: number): number => {
    const part = lastUpTo(inView, position);
    return isEscape(part) ? (sourceEnds[part] ?? 0) : startOf(position) + 1;
  };
  const isEscape = (part: number): boolean =>
    (inView[part + 1] ?? length) - (inView[part] ?? 0) !== (sourceEnds[part] ?? 0) - (inSource[part] ?? 0);
  return { text: parts.join(''), toSource: ({ start, end }) => ({ start: startOf(start), end: endOf(end - 1) }) };
};

/** The last index whose number is not above the limit; the numbers do not fall. */
const lastUpTo = (numbers: readonly number[], limit: number): number => {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
};
