/** Checks with all that is known of them, from what they claim. */
import type { Check, Guard, Unit } from '../model.ts';
import { canonical } from '../text/tokens.ts';
import type { Claim } from './claim.ts';
import { condition, differing } from './conditions.ts';
import { isConstant } from './constant.ts';
import { resolved, valueOf } from './names.ts';

type Place = { line: number; guards: readonly Guard[]; unit: Unit };

const numberIn = (text: string): number | undefined => {
  const found = /-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(text);
  return found === null ? undefined : Number(found[0].replaceAll('_', ''));
};

/** Digits after the point say how exact it is: the more, the smaller the difference. */
const toleranceOf = (text: string, subject: string): number | undefined => {
  if (text === 'default' || text === '') return 1e-6;
  const value = numberIn(text.replace(/^\w+\s*=\s*/, ''));
  if (value === undefined) return undefined;
  const isDigits =
    /\bplaces\b|\bdecimal\b/.test(text) ||
    (Number.isInteger(value) && !/delta|abs|rel|tol/.test(text) && /digits/.test(subject));
  return isDigits ? 10 ** -value / 2 : Math.abs(value);
};

const typeAsked = /^(?:typeof\b|type\s*\(|reflect\s*\.\s*TypeOf)|(?:getClass|GetType)\s*\(\s*\)$|\.\s*class$/;

/** The type of a value says little about it, on whichever side it is asked for. */
const ofType = (claim: Claim, sides: readonly string[]): Claim =>
  claim.kind === 'exact' && sides.some((side) => typeAsked.test(side.trim()))
    ? { ...claim, kind: 'weak', level: 1.8 }
    : claim;

export const checkFrom = (claim: Claim, { line, guards, unit }: Place): Check => {
  const subject = resolved(claim.subject, unit);
  const expected = resolved(claim.expected, unit);
  const tolerance =
    claim.tolerance === undefined ? undefined : toleranceOf(resolved(claim.tolerance, unit), claim.subject);
  const { kind, level, positive } = ofType(claim, [subject, expected]);
  const text = `${positive ? '' : 'not '}${kind} ${subject} ~ ${expected} ${tolerance ?? ''}`;
  return {
    kind,
    level,
    positive,
    subject,
    expected,
    line,
    guards,
    text: canonical(text),
    isConstant: isConstant({ ...claim, subject, expected }),
    ...(tolerance !== undefined && { tolerance }),
  };
};

/** A name that stands for a condition is that condition. */
const opened = (claim: Claim, unit: Unit): Claim[] => {
  const difference =
    claim.kind === 'exact' && claim.positive && /^(?:""|nil|null|0)?$/.test(claim.expected)
      ? differing(valueOf(claim.subject, unit) ?? '')
      : null;
  if (difference !== null) return [difference];
  const value = claim.kind === 'truth' ? valueOf(claim.subject, unit) : null;
  return value === null || !/[=<>!|&]|\bor\b|\band\b|\bin\b|\bis\b/.test(value) || /=>|^lambda\b/.test(value)
    ? [claim]
    : condition(value, claim.positive);
};

export const checksFrom = (claims: readonly Claim[], place: Place): Check[] =>
  claims.flatMap((claim) => opened(claim, place.unit)).map((claim) => checkFrom(claim, place));
