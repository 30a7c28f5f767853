/** How reviewers and review bots mark how much a comment weighs: `**[HIGH]**`, `Severity: high`, badges, `nit:`. */
import type { Severity } from '../../../model/finding.ts';
import { titleOf } from '../../read/text.ts';

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['critical', 'critical'],
  ['blocker', 'critical'],
  ['p0', 'critical'],
  ['high', 'high'],
  ['major', 'high'],
  ['p1', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['p2', 'medium'],
  ['low', 'low'],
  ['minor', 'low'],
  ['trivial', 'low'],
  ['nit', 'low'],
  ['nitpick', 'low'],
  ['p3', 'low'],
  ['info', 'info'],
]);

/** Emphasis with underscores is no part of a word here. */
const word = `(?<![a-z0-9])(${[...severities.keys()].join('|')})(?![a-z0-9])`;

/** In the order in which they are believed. */
const marks: readonly RegExp[] = [
  new RegExp(`!\\[(?:security-)?${word}(?:[ -]priority| badge)?\\]`, 'i'),
  new RegExp(`\\bseverity[\\W_]{1,6}${word}`, 'i'),
  new RegExp(`${word}[ -](?:severity|priority)(?![a-z])`, 'i'),
  new RegExp(`(?:🔴|🟠|🟡|🟢|🔵|⚪)[ *]{0,3}${word}`, 'iu'),
  new RegExp(`^[\\s*_>#]{0,8}\\[${word}\\]`, 'im'),
  new RegExp(`^[\\s*_>#]{0,8}${word}[\\s*_]{0,3}(?:\\([a-z -]{1,30}\\))?[\\s*_]{0,3}:`, 'i'),
];

/** A mark stands at the beginning of a comment, before any code. */
const beginning = (words: string): string => words.slice(0, 500).split(/^ {0,3}(?:```|~~~)/m, 1)[0] ?? '';

/** Undefined where it does not say. */
export const severityIn = (words: string): Severity | undefined => {
  const start = beginning(words);
  const found = marks.map((mark) => mark.exec(start)?.[1]).find((each) => each !== undefined);
  return found === undefined ? undefined : severities.get(found.toLowerCase());
};

/** A line without images, tags and emphasis. */
const bare = (line: string): string =>
  line
    .slice(0, 1_000)
    .replaceAll(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, '')
    .replaceAll(/<[^>]{0,200}>/g, '')
    .replaceAll(/\*{1,3}|^[\s#>]{1,20}/g, '')
    .trim();

/** `_⚠️ Potential issue_ | _🔴 Critical_` says what kind of comment it is, and not what it is about. */
const isLabel = (line: string): boolean => {
  if (line.length > 200) return false;
  const rest = marks.reduce((left, mark) => left.replace(mark, ''), line);
  return !/\p{L}{3}/u.test(rest) || line.split('|').every((part) => /^_[^_]{1,80}_$/.test(part.trim()));
};

/** The first line that is about something. */
export const titleIn = (words: string): string => {
  const lines = words.slice(0, 5_000).split('\n', 40);
  const line = lines.map(bare).find((each) => each !== '' && !isLabel(each));
  return titleOf(line ?? words);
};
