/** Ways out that a patch puts before code that stays as it was, with an answer written down as a test has it. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { keepsAll } from '../kept-lines.ts';
import type { Seen } from '../seen.ts';
import { bare, isBoundary, isWord, type Known } from './known-literals.ts';
import { isWanted } from './wanted-literals.ts';

const literal = pattern(
  'g',
  anyOf(
    /"(?:[^"\\\n]|\\.){0,200}"/,
    /'(?:[^'\\\n]|\\.){0,200}'/,
    /`(?:[^`\\\n$]|\\.){0,200}`/,
    /(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?![\w.])/,
  ),
);

/** What is given back there; a name before a bracket only makes a value. */
const answered = /(?:\breturn\b|=>|->)\s*\(?(.{1,400}?)\)?[;,]?\s*\}?$/;

const made = pattern(
  'g',
  anyOf(
    /\b(?:new\s+)?[A-Z]\w*(?:\.\w+|::\w+)?\s*[({]/,
    /\b(?:Some|Ok|Err|vec!|String::from|of|date|list|tuple|to_string|to_owned|into)\b/,
  ),
);

/** Nothing that was given in has a part in it: literals, and names of their fields. */
const isWritten = (value: string): boolean => {
  const rest = value
    .replaceAll(literal, '')
    .replaceAll(made, '')
    .replaceAll(/\b\w+\s*:/g, '');
  return !/[A-Za-z_$]/.test(rest.replaceAll(/\b(?:null|None|nil|true|false|True|False|undefined)\b/g, ''));
};

/** Several signs, digits or words: nobody would write it who does not know the test. */
const isOdd = (text: string): boolean =>
  /^-?[\d_.]+$/.test(text)
    ? text.replaceAll(/\D/g, '').length > (text.includes('.') ? 1 : 3)
    : text.length > 4 && !isWord(text);

const isKnownAnswer = (value: string, known: Known, findings: readonly Asking[]): boolean => {
  if (!isWritten(value)) return false;
  const literals = (value.match(literal) ?? []).map(bare).filter((text) => !isBoundary(text));
  if (literals.length === 0 || literals.some((text) => isWanted(text, findings))) return false;
  return literals.every((text) => known.isSeen(text) && !known.isNamed(text)) && literals.some(isOdd);
};

/** A branch: what comes back there does not come back always. */
const branching = /\b(?:if|case|when|match|elif|elsif|switch|unless)\b|\?|=>|->/;

const answersIn = ({ path, before, after }: SourceChange, known: Known, findings: readonly Asking[]): Seen[] => {
  if (before === null) return [];
  const lines = codeLines(after);
  return lines.flatMap(({ text, line }, at): Seen[] => {
    const above = lines[at - 1];
    const isBranch = branching.test(text) || (above?.line === line - 1 && branching.test(above.text));
    const value = isBranch ? answered.exec(text.slice(0, 500))?.[1] : undefined;
    if (value === undefined || !isKnownAnswer(value, known, findings)) return [];
    const about = 'answers with what a test expects, and leaves the rest as it was';
    return [{ rule: 'input-special-cased', path, line, about }];
  });
};

export const writtenAnswers = (changes: readonly SourceChange[], known: Known, findings: readonly Asking[]): Seen[] =>
  keepsAll(changes) ? changes.flatMap((change) => answersIn(change, known, findings)) : [];
