/** Words of a finding: cleaned, and cut to what a person can read. */
import { cutEnd } from '../../plain/cut.ts';

const maxTitle = 120;
const maxName = 200;
export const maxText = 10_000;

/** NUL and lone surrogates break prompts, files and terminals further on. */
export const cleanText = (text: string): string => {
  const clean = text.replaceAll('\0', '').toWellFormed().trim();
  return clean.length <= maxText ? clean : `${cut(clean, maxText)} … (cut after ${maxText} characters)`;
};

/** Cuts without splitting a surrogate pair. */
const cut = (text: string, length: number): string =>
  cutEnd(text, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** A name on one line: it ends up in commit messages, file lists and terminals. */
export const oneLine = (name: string): string => {
  const line = name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= maxName ? line : `${cut(line, maxName - 1)}…`;
};

/** The first sentence of a message, on one line. */
export const titleOf = (message: string): string => {
  const paragraph = message.trim().split(/\r?\n/, 1)[0] ?? '';
  const sentence = /^.{9,}?[.!?](?=\s)/.exec(paragraph.slice(0, 1_000))?.[0] ?? paragraph;
  const title = sentence
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  return title.length <= maxTitle ? title : `${cut(title, maxTitle - 1)}…`;
};
