/** Questions whether something is there, asked after it was used: what they should prevent has happened by then. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';

const name = /([A-Za-z_]\w*)/;
const nothing = /(?:null|NULL|nullptr|nil|None|undefined)\b/;

const missing = pattern(
  '',
  anyOf(
    pattern('', /^if\s*\(?\s*/, name, /\s*(?:===?|is)\s*/, nothing, /\s*\)?\s*(?:[{:]|return|throw|$)/),
    pattern('', /^if\s*\(\s*!\s*/, name, /\s*\)/),
    pattern('', /^if\s+not\s+/, name, /\s*:/),
    pattern('', /\b(?:return|raise|next)\b.*\bif\s+/, name, /\.nil\?/),
  ),
);

const askedOn = (text: string): string | undefined => {
  const found = missing.exec(text.slice(0, 200));
  return found === null ? undefined : found.slice(1).find((group) => group !== undefined);
};

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;

/** In Python that also asks whether a list is empty, which may well be asked after one of its functions was called. */
const asksForEmptiness = /^if\s+not\s/;

/** `name.x`, `name[0]`, `name->x`, but not `name?.x`. */
const used = (own: string, text: string): RegExp => {
  const member = asksForEmptiness.test(text) ? /\.\w+\b(?!\s*\()/ : /\.\w/;
  return pattern('', /(?<![\w.$"'])/, own, anyOf(member, /\[/, /->/));
};
const given = (own: string): RegExp =>
  new RegExp(String.raw`(?<![\w.])${own}\s*(?:,[^=]{0,60})?(?:[-+*/|&:?]?=(?![=>])|\+\+|--)|\bin\b|&${own}\b`);

/** Another question, a loop or the head of a function: what stands above it may not have run. */
const turning = pattern(
  '',
  anyOf(
    /\b(?:if|else|for|while|switch|case|when|try|catch|except|def|func|fun|fn|function|unless|do|guard)\b/,
    /=>|&&|\|\||\?|\bassert/,
  ),
);

const mostAbove = 8;

const isLate = (lines: readonly string[], line: number, own: string): boolean => {
  const [uses, gives] = [used(own, (lines[line - 1] ?? '').trim()), given(own)];
  const indent = indentOf(lines[line - 1] ?? '');
  for (let at = line - 1; at > Math.max(0, line - mostAbove); at -= 1) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '' || /^\s*(?:\/\/|#|\*)/.test(text)) continue;
    if (indentOf(text) !== indent || turning.test(text)) return false;
    if (gives.test(text)) return false;
    if (uses.test(text)) return true;
  }
  return false;
};

export const lateGuards = ({ path, after }: SourceChange): Seen[] =>
  codeLines(after).flatMap(({ text, line }): Seen[] => {
    const own = askedOn(text);
    if (own === undefined || !isLate(after?.state.lines ?? [], line, own)) return [];
    return [{ rule: 'never-true', path, line, about: `asks whether \`${own}\` is there after it was used` }];
  });
