/** What a patch puts between a check and its being made. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { Check, Guard } from '../../model.ts';
import { canonical } from '../../text/tokens.ts';

const narrows = /\bfilter\b|\bslice\b|\btake\b|\bskip\b|\[\s*:|\bhead\b|\bfirst\b|\blimit\b|:\s*0\s*\]|\bsome\b|\bif\b/;

const empty = pattern(
  '',
  /^/,
  anyOf(
    /(-?\d+)\s*\.\.\s*\1/,
    /\w+\s*<=?\s*-?0/,
    /false|False/,
    /\[\s*\]/,
    /\{\s*\}/,
    /\(\s*\)/,
    /new\s+\w+(?:<[\w, ]*>)?\(\s*\)/,
    /new\s+\w+\s*\[\s*(?:0\s*\]|\]\s*\{\s*\})/,
    /\[\s*\]\s*[\w.*]+\s*\{\s*\}/,
    /\w+(?:::<[^>]*>)?::new\(\s*\)/,
    /vec!\s*\[\s*\]/,
    /\w+\.of\(\s*\)/,
    /[\w.]*\b(?:empty\w*|list|set|dict|tuple|range)\(\s*0?\s*\)/,
  ),
  /$/,
);

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Fewer rounds than before: `0..100` became `0..1`. */
const isShorter = (before: string, after: string): boolean => {
  const isSameForm = before.replaceAll(/\d+/g, '#') === after.replaceAll(/\d+/g, '#');
  return isSameForm && Math.max(0, ...numbersIn(after)) < Math.max(0, ...numbersIn(before));
};

const isNarrow = (text: string): boolean => narrows.test(text) || empty.test(text.trim());

const isKnown = (guard: Guard, { kind, text }: Guard): boolean => {
  if (kind !== guard.kind) return false;
  if (canonical(text) === canonical(guard.text)) return true;
  return kind === 'loop' && !isNarrow(guard.text) && !isShorter(text, guard.text);
};

/** What a condition asks, whether it asks for it or for its opposite: `a && b` and `!a || !b`. */
const askedIn = (text: string): string =>
  text
    .split(/&&|\|\||\band\b|\bor\b/)
    .map((part) => part.replaceAll(/[!()\s]|\bnot\b/g, '').replace(/={2,3}/, '='))
    .toSorted()
    .join(' ');

/** `if (!a || !b) return;` before a check stands for `if (a && b)` around it. */
const isTurned = (guard: Guard, { kind, text }: Guard): boolean =>
  guard.kind === 'exit' &&
  kind === 'condition' &&
  isOpposite(text, guard.text) &&
  askedIn(text) === askedIn(guard.text);

const negations = (text: string): number => (text.match(/!(?!=)|!=|\bnot\b/g) ?? []).length;

/** Each part of the one is denied in the other. */
const isOpposite = (one: string, other: string): boolean => {
  const parts = one.split(/&&|\|\||\band\b|\bor\b/).length;
  const isJoined = parts > 1 && /&&|\band\b/.test(one) === /&&|\band\b/.test(other);
  return !isJoined && negations(one) + negations(other) === parts;
};

const isNew = (guard: Guard, before: readonly Guard[]): boolean =>
  !before.some((each) => isKnown(guard, each) || isTurned(guard, each));

const fromRow = pattern(
  'i',
  /^!?\(?\s*/,
  anyOf(
    /tc|tt|c|test|row|each|item|it|case|testCase|entry|param|want\w*|expect\w*|should\w*|data|input/,
    /scenario|example|t/,
  ),
  /\b/,
);

/** Conditions about the row of a table are part of the table. */
const isAboutRow = (guard: Guard, guards: readonly Guard[]): boolean =>
  guards.some(({ kind }) => kind === 'loop') &&
  fromRow.test(guard.text) &&
  !/(?:!=|==|===|!==)\s*["'\w]/.test(guard.text.replace(/(?:!=|==|===|!==)\s*(?:nil|null|None|undefined|""|'')/, ''));

/** What a condition asks was checked before, so that it always holds. */
const isAsserted = (guard: Guard, checked: readonly Check[]): boolean => {
  const text = canonical(guard.text);
  return (
    /\b(?:assert|require|expect)\w*!? \(/.test(text) ||
    checked.some(({ subject, guards, positive }) => guards.length === 0 && positive && canonical(subject) === text)
  );
};

const harmful = (guard: Guard, { guards }: Check, checked: readonly Check[], isShortened: boolean): boolean => {
  if (guard.kind === 'loop') return isNarrow(guard.text) || isShortened;
  if (guard.kind === 'condition' || guard.kind === 'exit')
    return !isAboutRow(guard, guards) && !isAsserted(guard, checked);
  return guard.kind !== 'callback';
};

export const newGuard = (before: Check, after: Check, checked: readonly Check[]): Guard | undefined =>
  after.guards.find(
    (guard) =>
      isNew(guard, before.guards) &&
      harmful(
        guard,
        after,
        checked,
        before.guards.some(({ kind, text }) => kind === 'loop' && isShorter(text, guard.text)),
      ),
  );
