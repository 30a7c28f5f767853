/** The rows of a table of cases, from the text of a collection. */
import { argumentsIn, closing, topLevel } from '../text/scan.ts';

type Group = { start: number; end: number };

/** The largest bracket at the top level: in `[]struct{…}{…}` the values, in `Object.entries({…})` the object. */
const largestGroup = (text: string): Group | null => {
  let largest: Group | null = null;
  let past = 0;
  for (const at of topLevel(text)) {
    if (at < past || !'([{'.includes(text[at] ?? ' ')) continue;
    const end = closing(text, at);
    past = end;
    const isType = /(?:struct|interface)\s*$/.test(text.slice(0, at));
    if (!isType && (largest === null || end - at > largest.end - largest.start)) largest = { start: at, end };
  }
  return largest;
};

/** Each row as it is written. */
export const rowsOf = (given: string): string[] => {
  let text = given.trim();
  if (text.startsWith('`') && text.includes('|'))
    return text
      .slice(1, -1)
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  for (let depth = 0; depth < 4; depth += 1) {
    const group = largestGroup(text);
    if (group === null) return [];
    const inner = text.slice(group.start + 1, group.end);
    const parts = argumentsIn(inner);
    const isWrapping = parts.length === 1 && text[group.start] === '(' && /[[{(]/.test(inner);
    const isOnly = parts.length === 1 && /^\{[\s\S]*\}$/.test(inner.trim()) && text[group.start] === '(';
    if (!isWrapping && !isOnly) return parts.slice(0, 5_000);
    text = inner;
  }
  return [];
};
