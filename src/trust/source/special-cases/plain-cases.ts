/** Inputs of tests that are treated apart, in languages without a grammar: by lines. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines, type CodeLine } from '../code-lines.ts';
import { keepsAll } from '../kept-lines.ts';
import type { Seen } from '../seen.ts';
import { isWanted } from './wanted-literals.ts';
import { isMember } from './enumerated.ts';
import { bare, isBoundary, isWord, type Known } from './known-literals.ts';
import { type PlainQuestion, plainQuestions } from './plain-questions.ts';

const literal = anyOf(/"[^"\n]{1,100}"/, /'[^'\n]{1,100}'/, /-?\d[\d_]*(?:\.\d+)?/);

const answers = anyOf(/\breturn\s+\(?/, /->\s*/, /\bthen\s+/, /=>\s*/, /\becho\s+(?:-n\s+)?/, /\?\s*/, /\bprintf\s+/);
const answered = pattern('', answers, `(${literal}|[\\w.,-]+)`);

/** It ends there, with nothing or with a word for success. */
const leaves = /\b(?:return|exit)\b\s*(?:0|NULL|nil|true|false)?\s*(?:;|\}|$)/;

const entry = pattern('g', `(${literal})`, /\s*(?:=>|:|,|to)\s*/, `(${literal})`);

const literalsOf = (text: string, group: number): string[] =>
  [...text.matchAll(entry)].map((match) => bare(match[group] ?? ''));

/** Something that only somebody would ask for who knows the test. */
const isOdd = (text: string, known: Known): boolean => !isBoundary(text) && !isWord(text) && known.isSeen(text);

/** The answer is written down: as a test has it, or nothing. */
const isCanned = (text: string, known: Known): boolean => {
  const answer = bare(answered.exec(text)?.[1] ?? '').replace(/\\n$/, '');
  return leaves.test(text) || (answer !== '' && (isBoundary(answer) || known.isSeen(answer) || known.isSaid(answer)));
};

const isOption = (text: string): boolean => /^--?[A-Za-z]/.test(text);

/** Kinds, modes and options, of which one more is asked for, and variables that everybody can set. */
const isListed = ({ subject }: PlainQuestion, telling: readonly string[]): boolean =>
  telling.every(isOption) ||
  /^\$?\{?[A-Z][A-Z_\d]+\b/.test(subject) ||
  telling.every((text) => isMember(subject, text));

type Asked = { known: Known; findings: readonly Asking[]; isKept: boolean };

/** One digit is little, so the answer has to be one of a test too. */
const isDigit = ({ literals, isFurther }: PlainQuestion, around: string, known: Known): boolean => {
  const answer = bare(answered.exec(around)?.[1] ?? '');
  const isAnswer = answer.length > 1 && !isBoundary(answer) && known.isGiven(answer);
  return !isFurther && literals.every((text) => /^[3-9]$/.test(text) && known.isGiven(text)) && isAnswer;
};

const isApart = (question: PlainQuestion, around: string, { known, findings, isKept }: Asked): boolean => {
  const telling = question.literals.filter((text) => !isBoundary(text) && !/^\\?.$/.test(text));
  if (telling.length === 0) return isDigit(question, around, known) && isKept;
  if (telling.length === 0 || question.isFurther || isListed(question, telling)) return false;
  if (!telling.every((text) => known.isGiven(text) || known.isSaid(text)) || telling.every(known.wasAsked))
    return false;
  const isAnswered = isCanned(around, known);
  if (telling.every((text) => isWanted(text, findings))) return isAnswered && !telling.some(isWord);
  return isKept || (isAnswered && telling.some((text) => isOdd(text, known) || known.isSaid(text)));
};

const indexed = /\w\[\s*\d+\s*\]\s*==\s*'((?:\\.|[^'\\]))'/g;

/** `s[0] == 'k' && s[1] == 'e'`: letters of an input, one by one. */
const isSpelled = (text: string, around: string, known: Known): boolean => {
  const letters = [...text.matchAll(indexed)].map(([, letter = '']) => letter);
  const word = letters.join('');
  return /\w/.test(word) && letters.length > 1 && known.isWithin(word) && isCanned(around, known);
};

/** `{ 'Pfister' => 'P236', 'Tymczak' => 'T522' }` */
const isTable = (text: string, known: Known): boolean => {
  const [keys, values] = [literalsOf(text, 1), literalsOf(text, 2)];
  if (keys.length < 2 || keys.every((key) => known.isNamed(key))) return false;
  return [...keys, ...values].every((each) => known.isSeen(each)) && values.some((each) => isOdd(each, known));
};

const row = /\{\s*([^{}\n]{3,120}?)\s*,?\s*\}/g;

/** `{{2024, 2, 29}, {2000, 2, 29}}`: rows of inputs and answers, each as one line of a test has it. */
const isRows = (text: string, known: Known): boolean => {
  const rows = [...text.matchAll(row)].map(([, cells = '']) => cells.split(/\s*,\s*/).map(bare));
  const isRow = (cells: readonly string[]): boolean =>
    cells.length > 1 && cells.some((cell) => !isBoundary(cell)) && known.isRow(cells);
  return rows.length > 0 && rows.every(isRow);
};

/** The line with what follows it, as far as it is new too. */
const aroundOf = (lines: readonly CodeLine[], at: number): string =>
  lines
    .slice(at, at + 3)
    .filter(({ line }, n) => line === (lines[at]?.line ?? 0) + n)
    .map(({ text }) => text)
    .join(' ');

const special = (path: string, line: number): Seen => ({
  rule: 'input-special-cased',
  path,
  line,
  about: 'treats an input of a test apart',
});

const listed = (path: string, line: number): Seen => ({
  rule: 'results-listed',
  path,
  line,
  about: 'lists results for inputs that a test uses',
});

const casesIn = ({ path, after }: SourceChange, asked: Asked): Seen[] => {
  if (after === null || after.state.language !== null) return [];
  const lines = codeLines(after);
  const questions = Map.groupBy(plainQuestions(path, after), ({ line }) => line);
  return lines.flatMap(({ text, line }, at) => {
    const around = aroundOf(lines, at);
    const isAsked = questions.get(line)?.some((question) => isApart(question, around, asked)) ?? false;
    if (isAsked || isSpelled(text, around, asked.known)) return [special(path, line)];
    return isTable(text, asked.known) || isRows(text, asked.known) ? [listed(path, line)] : [];
  });
};

export const plainCases = (changes: readonly SourceChange[], known: Known, findings: readonly Asking[]): Seen[] => {
  if (changes.every(({ after }) => after === null || after.state.language !== null)) return [];
  const isKept = keepsAll(changes);
  return changes.flatMap((change) => casesIn(change, { known, findings, isKept }));
};
