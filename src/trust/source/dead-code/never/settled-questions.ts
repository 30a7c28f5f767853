/** Questions with one answer only, by text: contradictions, and what was asked before with an end behind it. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';
import { isContradiction } from './contradictions.ts';

const question = /^(?:\}\s*)?(?:else\s+)?(?:if|elsif|elif|while)\b\s*(.{3,200}?)\s*[{:]?$/;
const postfix = /\b(?:return|raise|exit|next|break|fail)\b.*\bif\s+(.{3,200})$/;

const steps: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

/** What a line asks, without what it does then. */
const askedOn = (text: string): string | undefined => {
  const asked = question.exec(text)?.[1] ?? postfix.exec(text)?.[1];
  if (asked === undefined || !asked.startsWith('(')) return asked;
  let depth = 0;
  for (let at = 0; at < asked.length; at += 1) {
    depth += steps[asked[at] ?? ''] ?? 0;
    if (depth === 0) return asked.slice(1, at);
  }
  return asked.slice(1);
};

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;

const ending = /^(?:\{\s*)?(?:return|throw|raise|exit|goto|panic!?|continue|break)\b/;

/** A line above asks the same, as far to the left, ends there, and nothing sets what is asked since. */
const isSettled = (lines: readonly string[], line: number, asked: string): boolean => {
  const own = lines[line - 1] ?? '';
  const names = asked.match(/[A-Za-z_]\w*/g) ?? [];
  const some = String.raw`\b(?:${names.join('|')})\b`;
  const isSet = pattern(
    '',
    anyOf(String.raw`${some}[.\w\[\]>-]*\s*(?:,[^=]{0,80})?(?:[-+*/|&:]?=(?!=)|\+\+|--)`, `&${some}`),
  );
  if (names.length === 0 || /\w\s*\(/.test(asked)) return false;
  for (let at = line - 1; at > Math.max(0, line - 25); at -= 1) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) < indentOf(own) || isSet.test(text)) return false;
    if (indentOf(text) === indentOf(own) && squeezed(askedOn(text.trim()) ?? '') === squeezed(asked))
      return ending.test((lines[at] ?? '').trim()) || /\)\s*(?:return|throw|exit)\b/.test(text);
  }
  return false;
};

export const settledQuestions = ({ path, after }: SourceChange): Seen[] =>
  codeLines(after).flatMap(({ text, line }): Seen[] => {
    const asked = askedOn(text.slice(0, 300));
    const lines = after?.state.lines ?? [];
    if (asked === undefined || !(isContradiction(asked) || isSettled(lines, line, asked))) return [];
    return [{ rule: 'never-true', path, line, about: 'puts code behind a condition that is never true' }];
  });
