/** Tells weak reasons not to fix a finding from good ones (4.5). */
import { families, type Rule } from './families.ts';
import { findAll, patternOfWords } from './pattern.ts';
import { goodReasons, hasGoodReason } from './reasons.ts';
import { isSaidOf } from './subject.ts';
import { isDenied } from './denied.ts';
import { partsOf, stemOf, type Part } from './words.ts';

const noReason = 'no reason given';

/** Words between those of a phrase that a user added. */
const gap = 2;
const longestPhrase = 20;

/** The phrase of the list that an explanation comes down to; null when it holds a good reason, or none of the list. */
export const weakReason = (explanation: string, phrases: readonly string[]): string | null => {
  const parts = partsOf(explanation);
  if (parts.every((words) => words.every((word) => empty.has(word)))) return noReason;
  if (hasGoodReason(parts)) return null;
  const weak = phrases.filter((phrase) => rulesOf(phrase).some((rule) => parts.some((words) => applies(rule, words))));
  return weak.find((phrase) => isLiteral(phrase, parts)) ?? weak[0] ?? null;
};

const applies = ({ words: wanted, of }: Rule, words: Part): boolean =>
  findAll(wanted, words).some((found) => isSaidOf(of, words, found) && !isDenied(words, found));

const wordsOf = (phrase: string): Part => partsOf(phrase).flat().slice(0, longestPhrase);

const known = new Map(Object.entries(families).map(([phrase, rules]) => [wordsOf(phrase).join(' '), rules]));

/** Rewordings are known of the default list; what a user adds is found by its words. */
const rulesOf = (phrase: string): readonly Rule[] => {
  const words = wordsOf(phrase);
  return known.get(words.join(' ')) ?? (words.length === 0 ? [] : [{ words: patternOfWords(words, gap), of: 'any' }]);
};

/** Of two phrases that mean the same, the one that was said. */
const isLiteral = (phrase: string, parts: readonly Part[]): boolean =>
  parts.some((words) => findAll(patternOfWords(wordsOf(phrase), 0), words).length > 0);

/** An explanation of nothing but these says nothing. */
const empty = new Set(
  `blocked deferred none na n a nothing no reason given unknown todo later skip skipped wontfix cannot can not will fix
  fixed it this i finding issue status see above explanation`
    .split(/\s+/)
    .map(stemOf),
);

/** What a fixer is told: the reasons that count, and those of the list that do not. */
export const justificationRules = (phrases: readonly string[]): string =>
  [
    `Good reasons: ${goodReasons.join('; ')}.`,
    ...(phrases.length === 0
      ? []
      : [`Not reasons, in these or in other words: ${phrases.map((phrase) => `"${phrase}"`).join(', ')}.`]),
  ].join(' ');
