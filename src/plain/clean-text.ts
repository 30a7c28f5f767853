/** Text of others made safe: NUL and lone surrogates break prompts, files and terminals further on. */
import { cutEnd } from './cut.ts';

/** Cuts without splitting a surrogate pair. */
export const cutText = (text: string, most: number): string =>
  cutEnd(text, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** What is cut shows that it is. */
export const cleanText = (text: string, most: number): string => {
  const clean = text.replaceAll('\0', '').toWellFormed().trim();
  return clean.length <= most ? clean : `${cutText(clean, most)} … (cut after ${most} characters)`;
};

/** An invalid or missing text is none. */
export const textOr = (value: unknown, otherwise: string, most: number): string =>
  typeof value === 'string' ? cleanText(value, most) : otherwise;

/** The first of them, and how many more there are. */
export const shortened = (sentences: readonly string[], most: number, rest: (more: number) => string): string[] => {
  const more = sentences.length - most;
  return more <= 0 ? [...sentences] : [...sentences.slice(0, most), rest(more)];
};
