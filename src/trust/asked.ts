/** What findings say, for rules that let through what was asked for. */
import type { Asking } from '../model/patch.ts';

const wordsOf = ({ title, description, category, suggestion = '', rule = '' }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${category}\n${rule}`;

/** One of them has these words. */
export const asksFor = (findings: readonly Asking[], words: RegExp): boolean =>
  findings.some((finding) => words.test(wordsOf(finding)));

/** One of them is about this very file. */
export const isAbout = (findings: readonly Asking[], path: string): boolean =>
  findings.some(({ file }) => file === path);
