/** Whether a claim holds whatever the code does. */
import { splitAt } from '../text/scan.ts';
import { canonical } from '../text/tokens.ts';
import type { Claim } from './claim.ts';

/** Of a shell, a text may call the code: `"$(compare 1 2)"`. */
const literal =
  /^(?:-?\d[\w.]*|"(?:[^"$]|\$(?!\())*"|'[^']*'|true|false|True|False|null|None|nil|undefined|\[\s*\]|\{\s*\})$/;
const always = /^(?:true|True|1|!\s*false|not False)$/;

const isAlways = (text: string): boolean => always.test(text.trim());

/** `a || true`, `a or not a`, `x, "message"` */
const holdsEither = (text: string): boolean => {
  const parts = splitAt(text, /\|\||\bor\b/y).map((part) => canonical(part));
  if (parts.some(isAlways)) return true;
  return parts.some((part) => parts.includes(`! ${part}`) || parts.includes(`not ${part}`));
};

const isUnbounded = ({ subject, expected }: Claim): boolean =>
  /^-?0$/.test(expected.trim()) &&
  subject.trim().endsWith('>=') &&
  /\b(?:len|length|size|count|indexOf|Count|Length)\b/.test(subject);

export const isConstant = (claim: Claim): boolean => {
  const { kind, subject, expected, positive } = claim;
  if (kind === 'either') return holdsEither(subject);
  if (kind === 'truth' && positive && /^(?:lambda\b|\(\s*\w*\s*\)\s*=>)/.test(subject.trim())) return true;
  if (kind === 'truth')
    return positive
      ? isAlways(subject) || splitAt(subject, /,/y).length > 1 || (/^["'\d[{]/.test(subject) && literal.test(subject))
      : /^(?:false|False|0|null|None)$/.test(subject.trim());
  if (kind === 'bound')
    return isUnbounded(claim) || (literal.test(subject.replace(/\s*\S+$/, '')) && literal.test(expected));
  if (kind === 'exact' && positive) return literal.test(subject.trim()) && literal.test(expected.trim());
  return false;
};

/** Both sides are the same. */
export const comparesItself = ({
  kind,
  subject,
  expected,
  positive,
}: Pick<Claim, 'kind' | 'subject' | 'expected' | 'positive'>): boolean =>
  positive &&
  (kind === 'exact' || kind === 'approximate' || kind === 'partial') &&
  expected !== '' &&
  canonical(subject) === canonical(expected);
