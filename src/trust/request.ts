/** What findings ask for, as opposed to what they merely mention. */
import { anyOf, pattern } from '../plain/pattern.ts';
import type { Asking } from '../model/patch.ts';

/** The whole text of a finding is read up to here. */
const mostText = 20_000;

const textOf = ({ title, description, suggestion = '', rule = '' }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${rule}`.slice(0, mostText);

/** A sentence, and whether it is one of a suggestion: what is named there is wished for. */
type Sentence = { text: string; isSuggested: boolean };

const sentencesIn = (text: string, isSuggested: boolean): Sentence[] =>
  text
    .split(/[.;!?](?:\s|$)|\n/)
    .map((each) => ({ text: each, isSuggested: isSuggested || /\bsuggestion:/i.test(each) }));

const sentencesOf = (finding: Asking): Sentence[] => [
  ...sentencesIn(textOf({ ...finding, suggestion: '' }), false),
  ...sentencesIn((finding.suggestion ?? '').slice(0, mostText), true),
];

const wishes = pattern(
  'i',
  String.raw`\b`,
  anyOf(
    /add|use|put|place|set|annotate|mark|suppress|silence|disable|ignore|allow|exclude|skip|replace|narrow|limit/,
    /justify|acknowledge|accept|needs?|should|wants?|keep|restore|turn/,
  ),
  String.raw`\b`,
);
const refusals = pattern(
  'i',
  String.raw`\b`,
  anyOf(
    /not|never|don['’]t|instead of|rather than|without|avoid|remove|delete|drop|unnecessar\w*|unneeded|obsolete/,
    /stale|hid(?:es?|den|ing)|masks?|masked|behind|no longer/,
  ),
  String.raw`\b`,
);

/** A sentence that wishes for it, and says nothing against it before it is named. */
const isWish = ({ text, isSuggested }: Sentence, what: RegExp): boolean => {
  const found = what.exec(text);
  if (found === null) return false;
  return (isSuggested || wishes.test(text)) && !refusals.test(text.slice(0, found.index));
};

/** One of the findings asks for it in so many words. `what` has no flags. */
export const asksToAdd = (findings: readonly Asking[], what: RegExp): boolean =>
  findings.some((finding) => sentencesOf(finding).some((sentence) => isWish(sentence, what)));

/** One of the findings names it. */
export const names = (findings: readonly Asking[], what: RegExp): boolean =>
  findings.some((finding) => what.test(textOf(finding)));
