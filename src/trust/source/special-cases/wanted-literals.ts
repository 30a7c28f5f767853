/** Whether a finding wants something done for a literal. */
import type { Asking } from '../../../model/patch.ts';
import { wants } from '../words.ts';
import { escaped } from './known-literals.ts';

/** It wants something for it, or its title names it: a word, since a number there is an example of what goes wrong. */
export const isWanted = (text: string, findings: readonly Asking[]): boolean => {
  const word = new RegExp(`(?<!\\w)${escaped(text.slice(0, 60))}(?!\\w)`);
  return wants(findings, word) || (!/^\d+$/.test(text) && findings.some(({ title }) => word.test(title)));
};
