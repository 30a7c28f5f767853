/** Makes text from findings, agents and file names safe to print: nothing in it can steer a terminal or hide. */

const named = new Map([
  [0x09, ' '],
  [0x0a, ' '],
  [0x0d, ' '],
]);

/** Control characters, line and paragraph separators, invisible and bidirectional marks, tags. */
const risky = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return named.get(code) ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`);
};

/** One line: line breaks become spaces, other control characters become visible escapes. */
export const printable = (text: string): string =>
  text.toWellFormed().replace(risky, visible).replaceAll(/ {2,}/g, ' ').trim();

/** Several lines: line breaks and tabs stay, other control characters become visible escapes. */
export const printableLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(risky, (character) => (character === '\n' || character === '\t' ? character : visible(character)));

/** Cuts after so many characters, never inside one, and says so with an ellipsis. */
export const shorten = (text: string, length: number): string => {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
};
