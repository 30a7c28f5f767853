/** What findings want done, as far as words tell: what they merely complain of is not what they want. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Asking } from '../../model/patch.ts';

const wishing = pattern(
  'i',
  anyOf(
    pattern(
      '',
      /(?:^|[:;–—]\s|\bplease\s|\b(?:decided|agreed|asked) to\s)\s*(?:please )?/,
      anyOf(
        /delete|remove|drop|use|return|add|make|ignore|skip|keep|treat|fall|let|allow|accept|replace|move/,
        /inline|log|catch|give|extract|simplify|disable|exit/,
      ),
      /\b/,
    ),
    pattern(
      '',
      /\b/,
      anyOf(
        /should|shall|must|ought/,
        /expect(?:s|ed)?/,
        /instead/,
        /rather than/,
        /needs? to/,
        /ha(?:s|ve) to/,
        /can be/,
        /could be/,
        /want(?:s|ed)?/,
        /better/,
      ),
      /\b/,
    ),
  ),
);

/** The first part of a text, which is enough to know what somebody wants. */
const most = 4_000;

const sentencesOf = (text: string): string[] => text.slice(0, most).split(/(?<=[.;!?])\s|\n/);

/** What it suggests, and the sentences that say how things should be. */
const wishesOf = ({ title, description, suggestion = '' }: Asking): string[] => [
  suggestion.slice(0, most),
  ...sentencesOf(`${title}\n${description}`).filter((sentence) => wishing.test(sentence)),
];

/** One of them wants something in these words. */
export const wants = (findings: readonly Asking[], words: RegExp): boolean =>
  findings.some((finding) => wishesOf(finding).some((wish) => words.test(wish)));

/** One of them has these words in its title, its rule or what it suggests. */
export const headedBy = (findings: readonly Asking[], words: RegExp): boolean =>
  findings.some(({ title, rule = '', category, suggestion = '' }) =>
    words.test(`${title}\n${rule}\n${category}\n${suggestion.slice(0, most)}`),
  );

/** One of them speaks these words anywhere. */
export const mentions = (findings: readonly Asking[], words: RegExp): boolean =>
  findings.some(({ title, description, suggestion = '', rule = '' }) =>
    words.test(`${title}\n${description.slice(0, most)}\n${suggestion.slice(0, most)}\n${rule}`),
  );
