/** Follows JSON in a text as far as it goes, in one pass and without recursion; says where it ends or breaks. */

export type Scan = { kind: 'complete'; end: number } | { kind: 'broken'; at: number } | { kind: 'cut' };

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** What may stand at the end of a text that was cut inside a scalar. */
const scalarStart = /(?:-?\d*\.?\d*(?:[eE][+-]?)?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/y;
const space = /[\t\n\r ]*/y;
/** Nobody answers in this depth; what reads the value later may recurse. */
const deepest = 500;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/** What a bracket, comma or colon leads to; null where it may not stand. */
const afterMark = (char: string, expected: Expected, open: string[]): Expected | null => {
  if ((char === '}' || char === ']') && expected.endsWith('-or-end') && char === open.at(-1)) {
    open.pop();
    return 'comma-or-end';
  }
  if ((char === '{' || char === '[') && expected.startsWith('value') && open.length < deepest) {
    open.push(char === '{' ? '}' : ']');
    return char === '{' ? 'key-or-end' : 'value-or-end';
  }
  if (char === ',' && expected === 'comma-or-end') return open.at(-1) === '}' ? 'key' : 'value';
  return char === ':' && expected === 'colon' ? 'value' : null;
};

/** Scans from an opening brace or bracket. */
export const scanJson = (text: string, from: number): Scan => {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = from; ;) {
    at = skip(space, text, at);
    const char = text[at];
    if (char === undefined) return { kind: 'cut' };
    const next = afterMark(char, expected, open);
    if (next) {
      at += 1;
      expected = next;
      if (open.length === 0) return { kind: 'complete', end: at };
      continue;
    }
    const end = scanToken(text, at, char, expected);
    if (typeof end !== 'number') return end;
    at = end;
    expected = expected.startsWith('key') ? 'colon' : 'comma-or-end';
  }
};

/** A string or another scalar where one may stand; where it ends. */
const scanToken = (text: string, at: number, char: string, expected: Expected): number | Scan => {
  const isValue = expected.startsWith('value');
  if (char === '"' && (isValue || expected.startsWith('key'))) return scanString(text, at);
  if (!isValue) return { kind: 'broken', at };
  const end = skip(scalar, text, at);
  if (end > at) return end;
  return skip(scalarStart, text, at) === text.length ? { kind: 'cut' } : { kind: 'broken', at };
};

const scanString = (text: string, from: number): number | Scan => {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at += 1;
    else if (code < 0x20) return { kind: 'broken', at };
  }
  return { kind: 'cut' };
};

const skip = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};

/**
 * Where something that is nearly JSON ends: brackets are counted outside of strings, which may have single quotes. Null
 * when it never ends.
 */
export const scanLoosely = (text: string, from: number): number | null => {
  let depth = 0;
  let before = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"' || (char === "'" && '{[,:'.includes(before))) at = endOfLooseString(text, at, char);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth === 0) return at + 1;
    if (char > ' ') before = char;
  }
  return null;
};

const endOfLooseString = (text: string, from: number, quote: string): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return text.length;
};
