/** JSON of a file, with the place of what is wrong; or JSON in the midst of what a tool printed. */
import { FindingsError } from './error.ts';
import { scanJson } from './json-scan.ts';

const lineAndColumn = (text: string, at: number): string => {
  const before = text.slice(0, at);
  return `${before.split('\n').length}:${at - before.lastIndexOf('\n')}`;
};

const notJson = (text: string, name: string, start: number): FindingsError => {
  const scan = scanJson(text, start);
  // A whole value followed by more of them: the first character behind it does not belong.
  const at = 'end' in scan ? scan.end + (/\S/.exec(text.slice(scan.end))?.index ?? 0) : scan.at;
  const expected = 'end' in scan ? 'the end' : scan.expected;
  const found =
    at >= text.length ? 'the text ends here; is it cut off?' : `found ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return new FindingsError('not-json', `${name}:${lineAndColumn(text, at)}`, `this is not JSON: expected ${expected}, ${found}`);
};

export const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text, name, 0);
  }
};

const maxCandidates = 1_000;

/** Places where a JSON object or list may begin: at the start of a line first, since that is where tools put it. */
const candidates = (text: string): number[] => {
  const all = text
    .matchAll(/[[{]/g)
    .take(maxCandidates * 10)
    .map((match) => match.index)
    .toArray();
  const lineStart = (at: number): boolean => /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));
  return [...all.filter(lineStart), ...all.filter((at) => !lineStart(at))].slice(0, maxCandidates);
};

/**
 * The first JSON value in a tool's output that is wanted. Tools print banners and summaries around it.
 * Work is bounded by a multiple of the text, whatever the output looks like.
 */
export const findJson = (text: string, name: string, wanted: (value: unknown) => boolean): unknown => {
  const starts = candidates(text);
  let budget = text.length * 4 + 10_000;
  let behind = 0;
  for (const start of starts) {
    if (start < behind || budget <= 0) continue;
    const scan = scanJson(text, start);
    budget -= ('end' in scan ? scan.end : scan.at) - start;
    if (!('end' in scan)) continue;
    const value: unknown = JSON.parse(text.slice(start, scan.end));
    if (wanted(value)) return value;
    behind = scan.end;
  }
  throw notJson(text, name, starts[0] ?? 0);
};
