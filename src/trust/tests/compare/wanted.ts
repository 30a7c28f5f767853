/** What findings say about values: which are wanted, and which are what is complained of. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { literalsOf } from '../text/tokens.ts';

const wanting = pattern(
  'i',
  /\b/,
  anyOf(
    /must|should|shall|ought|expected|expects?|correct|right/,
    /has to/,
    /have to/,
    /needs? to/,
    /instead of/,
    /rather than/,
    /not/,
    /want(?:ed)?/,
    /promises?/,
    /may only/,
    /only/,
  ),
  /\b/,
);

type Spoken = { wanted: string; complained: string };

/** In a suggestion all is wanted but what stands after "instead of". */
const ofSuggestion = (text: string): Spoken => {
  const [wanted = '', ...rest] = text.split(/\b(?:instead of|rather than)\b/i);
  return { wanted, complained: rest.join(' ') };
};

/** What is not there is what is wanted; what must not be there is what is complained of. */
const absent = /\b(?:has|have|with|gets?) no\b|\black(?:s|ing)?\b|\b(?:is|are) missing\b/i;
const unwanted = /\b(?:must|should|may|shall)(?: not|n't) (?:be|contain|include|appear|show|leak|print|return|hold)\b/i;

const ofSentence = (sentence: string): Spoken => {
  if (unwanted.test(sentence)) return { wanted: '', complained: sentence };
  if (absent.test(sentence)) return { wanted: sentence, complained: '' };
  const [before = '', ...after] = sentence.split(/\b(?:instead of|rather than|but(?: it)?|, not)\b/i);
  if (wanting.test(before)) return { wanted: before, complained: after.join(' ') };
  if (wanting.test(sentence)) return { wanted: after.join(' '), complained: before };
  return { wanted: '', complained: sentence };
};

const spokenIn = ({ title, description, suggestion = '' }: Asking): Spoken[] => {
  const [said = '', ...advice] = `${title}.\n${description}`.split(/\bsuggestion:/i);
  return [
    ...said
      .slice(0, 10_000)
      .split(/[.;]\s|\n|, the |, though/)
      .map(ofSentence),
    ofSuggestion(`${suggestion}\n${advice.join('\n')}`.slice(0, 10_000)),
  ];
};

const wordsOf = (text: string): Set<string> =>
  new Set([
    ...literalsOf(text),
    ...(text.match(/[\p{L}\p{N}_.-]+/gu) ?? []).flatMap((word) => [word, word.replace(/\.$/, '')]),
    ...(text.match(/\d[\d.]*\d|\d/g) ?? []),
  ]);

const isIn = (value: string, text: string, words: ReadonlySet<string>): boolean => {
  const plain = value.replaceAll(/^"|"$/g, '');
  if (plain === '' || /^(?:true|false|null|0|1)$/.test(plain)) return false;
  return words.has(plain) || words.has(value) || (plain.length > 3 && text.includes(plain));
};

export type Says = { wants: (value: string) => boolean; complainsOf: (value: string) => boolean };

export const whatIsSaid = (findings: readonly Asking[]): Says => {
  const spoken = findings.flatMap(spokenIn);
  const wanted = spoken.map((each) => each.wanted).join('\n');
  const complained = spoken.map((each) => each.complained).join('\n');
  const wantedWords = wordsOf(wanted);
  const complainedWords = wordsOf(complained);
  return {
    wants: (value) => isIn(value, wanted, wantedWords),
    complainsOf: (value) => isIn(value, complained, complainedWords),
  };
};
