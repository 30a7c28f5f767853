/**
 * Patterns of words: what must follow what, and where others may stand between. Compared in one pass, without going
 * back.
 */
import { stemOf, type Part } from './words.ts';

type Element = { kind: 'word'; stems: ReadonlySet<string> } | { kind: 'gap'; most: number };
export type Pattern = readonly Element[];

/** Where a pattern was found: from the first word to behind the last. */
export type Found = { start: number; end: number };

/** Turn a sentence around or begin another: nothing that stands between may be one of them. */
export const negators: ReadonlySet<string> = new Set(['not', 'never', 'no', 'nor', 'neither', 'hardly', 'without']);
const turns = new Set(
  [
    'but',
    'because',
    'however',
    'although',
    'though',
    'since',
    'while',
    'whereas',
    'if',
    'when',
    'unless',
    'whether',
  ].map(stemOf),
);
const unskippable = new Set([...negators, ...turns]);

/** Words separated by blanks; `a|b` is one of several; `~3` are up to three words that may be anything. */
export const pattern = (text: string): Pattern =>
  text
    .split(' ')
    .map((element) =>
      element.startsWith('~')
        ? { kind: 'gap', most: Number(element.slice(1)) }
        : { kind: 'word', stems: new Set(element.split('|').map(stemOf)) },
    );

/** Those words, in that order, with small gaps. */
export const patternOfWords = (words: Part, gap: number): Pattern =>
  words.flatMap((word, index): Element[] => [
    ...(index === 0 ? [] : [{ kind: 'gap', most: gap } as const]),
    { kind: 'word', stems: new Set([word]) },
  ]);

export const findAll = (wanted: Pattern, words: Part): Found[] => {
  const found: Found[] = [];
  for (let start = 0; start < words.length; start += 1) {
    const end = endOf(wanted, words, start);
    if (end !== null) found.push({ start, end });
  }
  return found;
};

/** All ends that are possible so far are carried along, each once: never more than there are words. */
const endOf = (wanted: Pattern, words: Part, start: number): number | null => {
  let ends: ReadonlySet<number> = new Set([start]);
  for (const element of wanted) {
    ends = element.kind === 'gap' ? widened(ends, element.most, words) : advanced(ends, element.stems, words);
    if (ends.size === 0) return null;
  }
  return Math.min(...ends);
};

const advanced = (ends: ReadonlySet<number>, stems: ReadonlySet<string>, words: Part): ReadonlySet<number> =>
  new Set([...ends].filter((end) => stems.has(words[end] ?? '')).map((end) => end + 1));

const widened = (ends: ReadonlySet<number>, most: number, words: Part): ReadonlySet<number> => {
  const all = new Set(ends);
  for (const end of ends) {
    for (let next = end; next < end + most; next += 1) {
      const word = words[next];
      if (word === undefined || unskippable.has(word)) break;
      all.add(next + 1);
    }
  }
  return all;
};
