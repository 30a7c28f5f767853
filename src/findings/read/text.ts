/** Words of a finding: cleaned, and cut to what a person can read. */
import { cleanText, cutText } from '../../plain/clean-text.ts';

const maxTitle = 120;
const maxName = 200;
export const maxText = 10_000;

/** A description or a suggestion. */
export const findingText = (text: string): string => cleanText(text, maxText);

const maxSummary = 2_000;

/** What a review says of the whole; undefined when it says nothing. */
export const summaryText = (text: unknown): string | undefined =>
  typeof text === 'string' ? cleanText(text, maxSummary) || undefined : undefined;

/** A name on one line: it ends up in commit messages, file lists and terminals. */
export const oneLine = (name: string): string => {
  const line = name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= maxName ? line : `${cutText(line, maxName - 1)}…`;
};

/** The first sentence of a message, on one line. */
export const titleOf = (message: string): string => {
  const paragraph = message.trim().split(/\r?\n/, 1)[0] ?? '';
  const sentence = /^.{9,}?[.!?](?=\s)/.exec(paragraph.slice(0, 1_000))?.[0] ?? paragraph;
  const title = sentence
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  return title.length <= maxTitle ? title : `${cutText(title, maxTitle - 1)}…`;
};
