/** A text without the escapes of JSON, of addresses and of HTML. */
import { matchesOf } from './span.ts';
import { Parts, type View } from './view.ts';

const inStrings = String.raw`\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[nrt"'\\/]`;
const inAddresses = '%[0-7][0-9a-fA-F]|(?:%[89a-fA-F][0-9a-fA-F]){1,4}';
const inHtml = '&(?:amp|lt|gt|quot|apos|#x?[0-9a-fA-F]{1,4});';
const escapes = new RegExp(`${inStrings}|${inAddresses}|${inHtml}`, 'g');

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
  const character = plain[escape];
  if (character !== undefined) return character;
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  if (escape.startsWith('&#x')) return codeUnit(escape.slice(3, -1), 16);
  if (escape.startsWith('&#')) return codeUnit(escape.slice(2, -1), 10);
  return escape.length > 2 ? codeUnit(escape.slice(2), 16) : escape.slice(1);
};

const codeUnit = (digits: string, base: number): string => String.fromCharCode(Number.parseInt(digits, base) || 0);

/** The lines that have escapes, without them; null if there are none. */
export const withoutEscapes = (source: string): View | null => {
  const parts = new Parts(source);
  let at = 0;
  let lineEnd = 0;
  for (const { 0: escape, index } of matchesOf(escapes, source)) {
    if (index >= lineEnd) {
      parts.copy(at, lineEnd);
      at = Math.max(lineEnd, source.lastIndexOf('\n', index) + 1);
      lineEnd = endOfLine(source, index);
    }
    parts.copy(at, index);
    at = index + escape.length;
    parts.add(unescaped(escape), index, at);
  }
  if (lineEnd === 0) return null;
  parts.copy(at, lineEnd);
  return { text: parts.text(), toSource: (span) => parts.toSource(span) };
};

const endOfLine = (text: string, index: number): number => {
  const next = text.indexOf('\n', index);
  return next === -1 ? text.length : next + 1;
};
