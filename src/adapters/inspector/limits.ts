/** Patches that no parser is given: a parser at work cannot be interrupted, so that they are refused beforehand. */
import type { Patch } from '../../model/patch.ts';
import { languageOf } from '../../trust/syntax/language.ts';

const mostCode = 4 * 1_024 * 1_024;
const mostText = 64 * 1_024 * 1_024;
const deepest = 5_000;

/** How deep its brackets are nested; those in strings count as well. */
const isDeeper = (text: string, limit: number): boolean => {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[([{}\])]/g)) {
    depth = '([{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > limit) return true;
  }
  return false;
};

const megabytes = (length: number): string => `${Math.round(length / 1_024 / 1_024)} MB`;

const reasonOf = (path: string, text: string): string | null => {
  const isCode = languageOf(path) !== null;
  if (text.length > (isCode ? mostCode : mostText))
    return `${path} is larger than what is read, ${megabytes(text.length)}`;
  return isCode && isDeeper(text, deepest) ? `${path} is nested more than ${deepest} deep` : null;
};

/** Why it is not read; null where it is. */
export const tooMuch = ({ files }: Patch): string | null => {
  for (const { path, before, after } of files)
    for (const text of [before, after]) {
      const reason = text === null ? null : reasonOf(path, text);
      if (reason !== null) return reason;
    }
  return null;
};
