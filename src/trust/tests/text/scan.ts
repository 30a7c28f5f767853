/** Takes the text of an expression apart where it is not inside a string or a bracket. Linear in its length. */

const openers = '([{';
const closers = ')]}';

/** The end of the string that begins here, or here where none does. */
const afterString = (text: string, start: number): number => {
  const quote = text[start] ?? '';
  if (quote === "'" && !/^'(?:\\.|[^'\\\n]){0,2000}'/.test(text.slice(start, start + 2_002))) return start + 1;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return start + 1;
};

const isQuote = (char: string | undefined): boolean => char === '"' || char === "'" || char === '`';

/** The places outside of strings and brackets, in order. */
export function* topLevel(text: string): Generator<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuote(char)) {
      if (depth === 0) yield at;
      at = afterString(text, at) - 1;
      continue;
    }
    if (closers.includes(char)) depth = Math.max(0, depth - 1);
    if (depth === 0) yield at;
    if (openers.includes(char)) depth += 1;
  }
}

/** The parts between the separators that stand outside of strings and brackets. The pattern is sticky. */
export const splitAt = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let start = 0;
  for (const at of topLevel(text)) {
    if (at < start) continue;
    separator.lastIndex = at;
    const found = separator.exec(text);
    if (found === null || found[0] === '') continue;
    parts.push(text.slice(start, at));
    start = at + found[0].length;
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
};

const comma = /,/y;

/** The arguments of a call, given what stands between its brackets. */
export const argumentsIn = (text: string): string[] => splitAt(text, comma).filter((part) => part !== '');

/** The bracket that closes the one at this place; the end of the text where none does. */
export const closing = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuote(char)) at = afterString(text, at) - 1;
    else if (openers.includes(char)) depth += 1;
    else if (closers.includes(char)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
};

/** Without brackets that hold all of it. */
export const unwrapped = (text: string): string => {
  let inner = text.trim();
  while (inner.startsWith('(') && closing(inner, 0) === inner.length - 1) inner = inner.slice(1, -1).trim();
  return inner;
};
