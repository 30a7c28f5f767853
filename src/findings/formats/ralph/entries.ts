/** The entries of a PROGRESS.txt: reviews, fixes and failed fixes; what other entries hold is of no concern here. */
import type { Line } from '../markdown/items.ts';
import { Level } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';

export type Entry = {
  kind: 'review' | 'fix' | 'failed';
  at: number;
  reviewer: string;
  /** Of the reviewer, where the heading of a review names another than blocking. */
  level?: Level;
  codes: string[];
  lines: Line[];
};

const heading = pattern(
  'i',
  /^\s{0,3}(?:#{1,6}\s{1,3})?(?:\*\*|__|`)?\[review(?<kind>\s{1,3}fix(?:es|ed)?(?:\s{1,3}failed)?)?\]/,
  /(?:\*\*|__|`)?(?<rest>.*)$/,
);
const date = pattern(
  'i',
  /^[\s*_:–—-]{0,6}\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?\s{0,2}/,
  /(?:UTC|GMT|Z|[+-]\d{2}:?\d{2})?/,
);

/** `[Ralph Loop] 2026-02-08 …`, `## 2026-02-08 - US-001`: entries of another kind. */
const otherEntry = pattern(
  '',
  /^\s{0,3}/,
  anyOf(
    /(?:#{1,6}\s{1,3})?(?:\*\*)?\[[A-Z][\w ]{1,40}\](?:\*\*)?\s{1,3}\d{4}-\d{2}-\d{2}/,
    /#{1,3}\s{1,3}\[?\d{4}-\d{2}-\d{2}|\[Ralph [\w ]{1,30}\]/,
  ),
);

const rule = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const section = /^#{1,2}\s/;
const ownSection = pattern(
  'i',
  /^#{1,2}\s{1,3}(?:\W{0,8})/,
  /(?:verdict|findings?|issues?|problems?|summary|suggestions?|reasons?|attempts?|what|files)\b/,
);

const inBrackets = /\s{0,4}\((?<words>[^()]{0,40})\)\s{0,4}$/;

/** Whatever is said of no level is blocking. */
const OtherLevel = Level.exclude(['blocking']);

/** `python-code (warning)`; what else stands in brackets is no part of the name either. */
const reviewerOf = (words: string): Pick<Entry, 'reviewer' | 'level'> => {
  const { data: level } = OtherLevel.safeParse(inBrackets.exec(words)?.groups?.['words']?.trim().toLowerCase());
  return { reviewer: words.replace(inBrackets, '').trim(), ...given({ level }) };
};

const namesOf = (rest: string, kind: Entry['kind']): Pick<Entry, 'reviewer' | 'level' | 'codes'> => {
  const words = rest
    .slice(0, 1_000)
    .replace(date, '')
    .replace(/^[\s:*_–—-]{1,8}/, '')
    .replace(/[\s*_`]{1,8}$/, '');
  if (kind === 'review') return { ...reviewerOf(words), codes: [] };
  const slash = words.indexOf('/');
  const codes = words.slice(slash + 1).match(/[A-Za-z][\w.]{0,30}(?:-[\w.]{1,30}){0,4}/g) ?? [];
  return {
    reviewer: slash < 0 ? '' : words.slice(0, slash).trim(),
    codes: codes.filter((code) => /\d|[A-Z]{2}/.test(code)),
  };
};

const kindOf = (word: string | undefined): Entry['kind'] => {
  if (word === undefined) return 'review';
  return word.endsWith('failed') ? 'failed' : 'fix';
};

const readHeading = ({ text, at }: Line): Entry | null => {
  const match = heading.exec(text.slice(0, 2_000));
  if (!match) return null;
  const kind = kindOf(match.groups?.['kind']?.toLowerCase());
  return { kind, at, ...namesOf(match.groups?.['rest'] ?? '', kind), lines: [] };
};

export const toLines = (text: string): Line[] =>
  text.split(/\r\n|\n|\r/).map((line, index) => ({ text: line, at: index + 1 }));

export const isReviewHeading = (text: string): boolean => heading.test(text.slice(0, 2_000));

/**
 * An entry ends where another begins; a rule alone does not end it, since some reviewers put one between their
 * findings.
 */
export const splitEntries = (lines: readonly Line[]): Entry[] => {
  const entries: Entry[] = [];
  let open: Entry | null = null;
  let ruled = false;
  for (const line of lines) {
    const found = readHeading(line);
    if (found) {
      entries.push(found);
      open = found;
      ruled = false;
    } else if (rule.test(line.text)) ruled = true;
    else if (
      otherEntry.test(line.text.slice(0, 2_000)) ||
      (ruled && section.test(line.text) && !ownSection.test(line.text))
    )
      open = null;
    else open?.lines.push(line);
  }
  return entries;
};
