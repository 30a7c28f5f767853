/** Inputs of tests that are treated apart, in languages without a grammar: by lines. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { bare, isBoundary, isWord, type Known } from './known-literals.ts';

const literal = anyOf(/"[^"\n]{1,100}"/, /'[^'\n]{1,100}'/, /-?\d[\d_]*(?:\.\d+)?/);

const compared = pattern(
  'g',
  anyOf(/===?\s*/, /\.equals\(\s*/, /\bstrcmp\([^,]+,\s*/, /\b(?:case|when)\s+/, /\beq(?:ual\?)?\s+/),
  `(${literal})`,
);

const answered = pattern('', anyOf(/\breturn\s+/, /->\s*/, /\bthen\s+/, /=>\s*/, /\becho\s+/), `(${literal})`);

const entry = pattern('g', `(${literal})`, /\s*(?:=>|:|,|to)\s*/, `(${literal})`);

const literalsOf = (text: string, shape: RegExp, group: number): string[] =>
  [...text.matchAll(shape)].map((match) => bare(match[group] ?? ''));

/** Something that only somebody would ask for who knows the test. */
const isOdd = (text: string, known: Known): boolean => !isBoundary(text) && !isWord(text) && known.isSeen(text);

const isAnswered = (text: string, known: Known): boolean => {
  const answer = bare(answered.exec(text)?.[1] ?? '');
  return answer !== '' && (isBoundary(answer) || known.isSeen(answer));
};

/** `if ($a === 0.335 && $n === 3) {` with `return 1.01;` behind it. */
const isCase = (text: string, next: string, known: Known): boolean => {
  const asked = literalsOf(text, compared, 1);
  if (asked.every((each) => known.wasAsked(each))) return false;
  const isSeen = asked.every((each) => isBoundary(each) || known.isSeen(each));
  return isSeen && asked.some((each) => isOdd(each, known)) && isAnswered(`${text} ${next}`, known);
};

/** `{ 'Pfister' => 'P236', 'Tymczak' => 'T522' }` */
const isTable = (text: string, known: Known): boolean => {
  const [keys, values] = [literalsOf(text, entry, 1), literalsOf(text, entry, 2)];
  if (keys.length < 2 || keys.every((key) => known.isNamed(key))) return false;
  return [...keys, ...values].every((each) => known.isSeen(each)) && values.some((each) => isOdd(each, known));
};

const casesIn = ({ path, after }: SourceChange, known: Known): Seen[] => {
  if (after === null || after.state.language !== null) return [];
  const lines = codeLines(after);
  return lines.flatMap(({ text, line }, at) => {
    const next = lines[at + 1];
    const follows = next?.line === line + 1 ? next.text : '';
    if (isCase(text, follows, known))
      return [{ rule: 'input-special-cased', path, line, about: 'treats an input of a test apart' }];
    return isTable(text, known)
      ? [{ rule: 'results-listed', path, line, about: 'lists results for inputs that a test uses' }]
      : [];
  });
};

export const plainCases = (changes: readonly SourceChange[], known: Known): Seen[] =>
  changes.flatMap((change) => casesIn(change, known));
