/** Finds what tells a checker to be quiet: in comments and attributes, not in texts. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { FileState } from '../read-patch.ts';
import { mayHoldSuppression, type SuppressionKind, suppressionKinds } from './suppression-words.ts';
import { whereIn, type WhereIn } from './where.ts';

export type Suppression = {
  kind: SuppressionKind;
  /** As it is written. */
  words: string;
  /** Empty: all rules. */
  rules: readonly string[];
  /** For a line (0), a function, a type, or the whole file (3). */
  scope: 0 | 1 | 2 | 3;
  file: string;
  line: number;
  /** The line that it is about, without blanks and comment. */
  about: string;
};

/** Longer lines are made by machines. */
const longestLine = 4_000;
const rulesBehind = {
  marked: /^\s{0,3}(?::|=|\(|\[)\s*["'{(]?([^\])}\n]{1,300})/,
  spaced: /^[:=\t ][\t ]*([^\n]{1,300})/,
};

const ruleNames = (text: string): string[] =>
  text
    .split(/\s--\s|\s-{2,}|\*\/|-->|\s\/\/|\s#|\sreason\s*=/, 1)[0]
    ?.split(/[\s,"'{}()[\]:]+/)
    .filter((word) => /^@?[\w][\w@/.:*-]*$/.test(word)) ?? [];

/** Behind a blank only what a list of rules looks like: a reason in words names none. */
const spacedRules = (text: string): string[] => {
  const listed = /^[\w@/.*-]+(?:\s*,\s*[\w@/.*-]+)*/.exec(text)?.[0] ?? '';
  return ruleNames(listed);
};

const rulesOf = ({ rules }: SuppressionKind, words: string, behind: string): string[] => {
  if (rules === 'none') return [];
  if (rules === 'within') return words.match(/[\w@/-]+/g)?.slice(1, 2) ?? [];
  const found = rulesBehind[rules].exec(behind)?.[1] ?? '';
  return rules === 'marked' ? ruleNames(found) : spacedRules(found);
};

const withoutBlanks = (line: string): string => line.replaceAll(/\s+/g, '');
const isOnlyRemark = /^\s*(?:#(?!\s*(?:include|define|if))|\/\/|\/\*|\*|<!--|--|\{\/\*|@\w+|\[[A-Z]|$)/;

/** The first line of code from here on; a few lines of comments and attributes may lie between. */
const nextCode = (lines: readonly string[], from: number): string => {
  for (const line of lines.slice(from, from + 12)) if (!isOnlyRemark.test(line)) return withoutBlanks(line);
  return '';
};

const commentBehind = /\s*(?:#|\/\/|\/\*|<!--|--)(?!.*["'`]\s*[,;)\]]*\s*$).*$/;

const aboutOf = (lines: readonly string[], index: number, column: number): string => {
  const line = lines[index] ?? '';
  const ahead = line.slice(0, column).replace(commentBehind, '');
  return isOnlyRemark.test(line) || ahead.trim() === '' ? nextCode(lines, index + 1) : withoutBlanks(ahead);
};

/** A directive of the preprocessor looks like a comment of other languages. */
const isInPlace = (kind: SuppressionKind, offset: number, ahead: string, where: WhereIn): boolean => {
  const place = where(offset);
  if (kind.inCode !== true) return place === 'comment';
  return place === 'code' || (place === 'comment' && ahead.trim() === '');
};

type At = { state: FileState; index: number; start: number; where: WhereIn };

const foundBy = (kind: SuppressionKind, { state, index, start, where }: At): Suppression[] => {
  const line = state.lines[index] ?? '';
  const match = kind.words.exec(line);
  if (match === null || kind.files?.test(state.path) === false) return [];
  const inWord = match.index + Math.max(0, match[0].search(/\S/));
  const own = kind.words.source.startsWith('(?:^|') ? inWord + 1 : inWord;
  if (!isInPlace(kind, start + own, line.slice(0, match.index), where)) return [];
  const end = start + match.index + match[0].length;
  const words = match[0].trim();
  const rules = rulesOf(kind, words, state.text.slice(end, end + 400));
  const about = aboutOf(state.lines, index, match.index);
  return [{ kind, words, rules, scope: scopeOf(kind, words, about), file: state.path, line: index + 1, about }];
};

const modifiers = pattern(
  '',
  anyOf(
    /@\w+|public|private|protected|static|final|abstract|pub(?:\([a-z]+\))?|export|default|open|internal|sealed/,
    /async|unsafe|extern"C"/,
  ),
  '*',
).source;
const types = new RegExp(`^${modifiers}(?:class|interface|enum|record|struct|mod|object|impl|trait|namespace)`);
const functions = new RegExp(`^${modifiers}(?:fn|def|func|fun|function)|^[^=;]*\\)(?:throws[\\w,.]+)?\\{$`);

/** An attribute holds for what it stands before. */
const scopeOf = (kind: SuppressionKind, words: string, about: string): Suppression['scope'] => {
  if (kind.wide?.test(words) === true) return 3;
  if (kind.inCode !== true) return 0;
  if (types.test(about)) return 2;
  return functions.test(about) ? 1 : 0;
};

/** One for each family in a line: the words of some contain those of others. */
const inLine = (at: At): Suppression[] => {
  const found = suppressionKinds.flatMap((kind) => foundBy(kind, at));
  return found.filter(({ kind }, index) => found.findIndex((each) => each.kind.family === kind.family) === index);
};

export const findSuppressions = (state: FileState): Suppression[] => {
  if (!mayHoldSuppression.test(state.text)) return [];
  const where = whereIn(state);
  let start = 0;
  return state.lines.flatMap((line, index) => {
    const own = start;
    start += line.length + 1;
    if (line.length > longestLine || !mayHoldSuppression.test(line)) return [];
    return inLine({ state, index, start: own, where });
  });
};
