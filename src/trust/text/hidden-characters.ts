/**
 * Characters that a reader does not see, or takes for others (7.1): in lines and names that the patch brings. Other
 * languages and emoji need some of them, and keep them.
 */
import type { Asking } from '../../model/patch.ts';
import type { Remark } from '../../model/remark.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { FileState, ReadFile, ReadPatch } from '../read-patch.ts';
import { names } from '../request.ts';
import { languageOf } from '../syntax/language.ts';
import { isTestFile } from '../test-files.ts';
import { addedLines } from './added-lines.ts';
import { type CharacterClass, classOf, isDirectionNeeded, isDisguised, isNeeded, unusual } from './characters.ts';
import { whereIn, type WhereIn } from './where.ts';

type Seen = { kind: CharacterClass; what: string; line: number };

const rules: Readonly<Record<CharacterClass, { rule: string; says: string }>> = {
  bidi: { rule: 'direction-changed', says: 'a character that changes the direction of what follows' },
  invisible: { rule: 'invisible-character', says: 'a character that cannot be seen' },
  control: { rule: 'control-character', says: 'a control character' },
  separator: { rule: 'unusual-line-end', says: 'a character that ends a line for some readers only' },
  space: { rule: 'unusual-space', says: 'a blank that is not a space' },
  lookalike: { rule: 'lookalike-letters', says: 'a word with letters that look like others' },
};

/** Longer lines are made by machines; of them, the beginning is read. */
const longestLine = 20_000;

const prose =
  /\.(?:md|mdx|rst|txt|adoc|html?|po|pot|xlf|xliff|strings|resx|arb|ftl|properties|csv|tsv|snap|svg|srt|vtt|json5?)$/i;
const translated = /(?:^|[/._-])(?:locales?|i18n|l10n|lang(?:s|uages?)?|translations?|messages|intl)(?:[/._-]|$)/i;
/** Texts in code are found where they are, in folders of translations too. */
const isProse = (path: string): boolean => prose.test(path) || (translated.test(path) && languageOf(path) === null);

const hex = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

type Line = { text: string; number: number; start: number; isProse: boolean; where: WhereIn };

/** A blank between numbers, units and signs is how some languages write; between words it only looks like one. */
const isPlainBlank = (ahead: string, behind: string): boolean =>
  !/[A-Za-z_"'`]/.test(ahead) || !/[A-Za-z_"'`]/.test(behind);

const isFine = (kind: CharacterClass, character: string, at: number, line: Line): boolean => {
  const ahead = Array.from(line.text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
  const behind = Array.from(line.text.slice(at + character.length, at + character.length + 2))[0] ?? '';
  if (kind === 'bidi') return isDirectionNeeded(character, line.text);
  if (kind === 'separator') return isFineSeparator(character, at, line);
  if (kind === 'control') return line.isProse;
  if (kind === 'space') return line.isProse || isFineBlank(ahead, behind, at, line);
  if (character === '\uFEFF' && line.number === 1 && at === 0) return true;
  return isNeeded(character, ahead, behind) || (character === '\u00AD' && line.isProse);
};

/** A carriage return before a line feed, and a form feed alone on its line. */
const isFineSeparator = (character: string, at: number, { text, isProse: isText }: Line): boolean => {
  if (character === '\r') return text.slice(at).replaceAll('\r', '') === '';
  return (character === '\f' && text.trim() === '') || (isText && character > '\u007F');
};

const isFineBlank = (ahead: string, behind: string, at: number, { start, where }: Line): boolean => {
  const place = where(start + at);
  return place === 'comment' || (place === 'string' && isPlainBlank(ahead, behind));
};

const unseenIn = (line: Line): Seen[] => {
  const found: Seen[] = [];
  let at = 0;
  for (const character of line.text) {
    const kind = unusual.test(character) || character === '\r' ? classOf(character) : null;
    if (kind !== null && !isFine(kind, character, at, line))
      found.push({ kind, what: hex(character), line: line.number });
    at += character.length;
  }
  return found;
};

const words = /[\p{L}\p{N}\p{M}_$]+/gu;

/** Comments are for people, and prose may be of any language. */
const disguisedIn = (line: Line): Seen[] =>
  line.isProse
    ? []
    : [...line.text.matchAll(words)]
        .filter(({ 0: word, index }) => unusual.test(word) && isDisguised(word) && isOdd(word, line, index))
        .map(({ 0: word }) => ({ kind: 'lookalike' as const, what: word.slice(0, 40), line: line.number }));

/** In texts, only words of two scripts are odd: whole words are another language. */
const isOdd = (word: string, { start, where }: Line, index: number): boolean => {
  const place = where(start + index);
  return place === 'code' || (place === 'string' && /[A-Za-z]/.test(word) && !/\d/.test(word));
};

const seenIn = (state: FileState, numbers: ReadonlySet<number> | null): Seen[] => {
  if (!unusual.test(state.text) && !state.text.includes('\r')) return [];
  const where = whereIn(state);
  const isText = isProse(state.path);
  let start = 0;
  return state.lines.flatMap((text, index) => {
    const line = { text: text.slice(0, longestLine), number: index + 1, start, isProse: isText, where };
    start += text.length + 1;
    if (numbers?.has(index + 1) === false || !(unusual.test(text) || text.includes('\r'))) return [];
    return [...unseenIn(line), ...disguisedIn(line)];
  });
};

const countsOf = (seen: readonly Seen[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { what } of seen) counts.set(what, (counts.get(what) ?? 0) + 1);
  return counts;
};

const subject = pattern(
  'i',
  anyOf(
    /unicode|invisible|zero[- ]width|bidi|homoglyph|confusable|trojan|control char|non-breaking|nbsp|whitespace/,
    /\bBOM\b|encoding|escape seq/,
  ),
);

/** A test of how such characters are treated has to hold some. */
const isAbout = (path: string, findings: readonly Asking[]): boolean => isTestFile(path) && names(findings, subject);

const remarkOn = (file: string, { kind, what, line }: Seen): Remark => ({
  gate: 'hidden-characters',
  rule: rules[kind].rule,
  file,
  line,
  message: `${rules[kind].says}: ${what}`,
  accepted: 'plain characters, or an escape such as \\u200B where the character itself is meant',
});

/** At most so many of a file: one is enough to refuse it. */
const mostOfFile = 10;

const inLines = (file: ReadFile, { findings }: ReadPatch, known: Map<string, number>): Remark[] => {
  const { after, path } = file;
  if (after === null || file.isOpaque === true || isAbout(path, findings)) return [];
  const seen = seenIn(after, new Set(addedLines(file)));
  const fresh = seen.filter(({ what }) => {
    const left = known.get(what) ?? 0;
    known.set(what, left - 1);
    return left <= 0;
  });
  return fresh.slice(0, mostOfFile).map((each) => remarkOn(path, each));
};

/** What lines had that are gone now: it may come back in others. */
const goneFrom = (file: ReadFile): Seen[] => {
  const { before, after } = file;
  if (before === null || before.text === after?.text) return [];
  return seenIn(before, new Set(addedLines({ before: after, after: before })));
};

const blankAtEnd = /\s(?:\/|$)|\s\.\w+$/;

/** What makes a name look like another one. */
const oddIn = (path: string): string | undefined => {
  const odd = Array.from(path).find(
    (character) => classOf(character) !== null || character === '\t' || character === '\n',
  );
  if (odd !== undefined) return hex(odd);
  return (
    path.match(words)?.find((each) => isDisguised(each)) ?? (blankAtEnd.test(path) ? 'a blank at its end' : undefined)
  );
};

const inName = ({ path, was, before }: ReadFile): Remark[] => {
  if (path === (was ?? path) && before !== null) return [];
  if (!unusual.test(path) && !/[\t\n\r]/.test(path) && !blankAtEnd.test(path)) return [];
  const what = oddIn(path);
  if (what === undefined) return [];
  const message = `the name of the file is not what it looks like: ${what}`;
  const accepted = 'a name of plain characters';
  return [{ gate: 'hidden-characters', rule: 'deceptive-name', file: path, message, accepted }];
};

export const inspectHiddenCharacters = (patch: ReadPatch): Remark[] => {
  const named = patch.files.flatMap(inName);
  const mayHave = patch.files.some(
    ({ after }) => after !== null && (unusual.test(after.text) || after.text.includes('\r')),
  );
  if (!mayHave) return named;
  const known = countsOf(patch.files.flatMap(goneFrom));
  return [...named, ...patch.files.flatMap((file) => inLines(file, patch, known))];
};
