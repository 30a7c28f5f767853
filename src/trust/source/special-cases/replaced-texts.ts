/** Texts of tests that a patch replaces by others, and names that it takes for others: a result put right by hand. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { bare, type Known } from './known-literals.ts';
import { isWanted } from './wanted-literals.ts';

const text = anyOf(/"[^"\n]{0,100}"/, /'[^'\n]{0,100}'/);

const replacing = pattern(
  'g',
  /\b(?:replace(?:All|_all|First|n)?|g?sub!?|ReplaceAll|Replace|str_replace|tr)\s*\(\s*(?:[\w.]+,\s*)?/,
  `(${text})`,
  /\s*,\s*/,
  `(${text})`,
);

const shellReplacing = /\bs([/|#,])([^/|#,\n]{4,60})\1([^/|#,\n]{0,60})\1g?/g;

const pairsOn = (line: string): [string, string][] => [
  ...[...line.matchAll(replacing)].map(([, from = '', to = '']): [string, string] => [bare(from), bare(to)]),
  ...[...line.matchAll(shellReplacing)].map(([, , from = '', to = '']): [string, string] => [from, to]),
];

const letters = (word: string): number => (word.match(/\p{L}/gu) ?? []).length;

/** Several letters, so that it is a word of somebody and no sign. */
const isMade = ([from, to]: readonly [string, string], known: Known, findings: readonly Asking[]): boolean =>
  letters(from) > 3 &&
  !known.isNamed(from) &&
  (known.isGiven(from) || (letters(to) > 3 && known.isGiven(to))) &&
  !isWanted(from, findings);

const subject = /([A-Za-z_]\w*)/;
const mapped: readonly { shape: RegExp; own: number; asked: number; answer: number; rest: number }[] = [
  {
    shape: pattern(
      '',
      /\b/,
      subject,
      `\\s*===?\\s*(${text})`,
      /\s*\)?\s*(?:\?|\{)\s*/,
      `(${text})`,
      /\s*(?::|\}\s*else\s*\{)\s*(\w+)/,
    ),
    own: 1,
    asked: 2,
    answer: 3,
    rest: 4,
  },
  {
    shape: pattern('', `(${text})`, /\s+if\s+/, subject, `\\s*==\\s*(${text})`, /\s+else\s+(\w+)/),
    own: 2,
    asked: 3,
    answer: 1,
    rest: 4,
  },
];

/** `name == "a" ? "A" : name`: one input of a test is taken for another one. */
const isMapped = (line: string, known: Known): boolean =>
  mapped.some(({ shape, own, asked, answer, rest }) => {
    const match = shape.exec(line);
    if (match === null || match[own] !== match[rest]) return false;
    const [from, to] = [bare(match[asked] ?? ''), bare(match[answer] ?? '')];
    return [from, to].every((each) => each.length > 2 && known.isGiven(each)) && !known.isNamed(from);
  });

export const replacedTexts = ({ path, after }: SourceChange, known: Known, findings: readonly Asking[]): Seen[] =>
  codeLines(after)
    .filter(({ text: line }) => {
      const short = line.slice(0, 500);
      return isMapped(short, known) || pairsOn(short).some((pair) => isMade(pair, known, findings));
    })
    .map(({ line }) => ({
      rule: 'input-special-cased',
      path,
      line,
      about: 'puts another text in the place of one of a test',
    }));
