/** Conditions that ask for two things at once which cannot both be: a number above 200 and below nought. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';

type Part = { subject: string; sign: string; value: string };

const part = pattern(
  '',
  /^[\s(]*((?:typeof\s+)?[\w$.]+(?:\(\))?(?:->\w+)?)\s*/,
  /(<=|>=|===?|!==?|<|>|is not|is)\s*([^<>=&|]{1,80}?)[\s)]*$/,
);

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

const isNumber = (text: string): boolean => /^-?\d[\d_]*(?:\.\d+)?$/.test(text);

const partOf = (text: string): Part | null => {
  const [, subject = '', sign = '', value = ''] = part.exec(text) ?? [];
  if (subject === '') return null;
  const plain = sign.replace(/^([=!])==$/, '$1=');
  return isNumber(subject)
    ? { subject: value, sign: turned[plain] ?? plain, value: subject }
    : { subject, sign: plain, value };
};

const asNumber = (text: string): number => Number(text.replaceAll('_', ''));

/** The tightest limits that the parts set, and whether a value may reach them. */
const isEmptyRange = (parts: readonly Part[]): boolean => {
  const limits = parts.filter(({ value }) => isNumber(value));
  const above = limits.filter(({ sign }) => sign.startsWith('>'));
  const below = limits.filter(({ sign }) => sign.startsWith('<'));
  return above.some((low) =>
    below.some(({ sign, value }) => {
      const room = asNumber(value) - asNumber(low.value);
      return room < 0 || (room === 0 && (sign === '<' || low.sign === '>'));
    }),
  );
};

const opposites: readonly (readonly [string, string])[] = [
  ['<', '>'],
  ['<', '>='],
  ['<=', '>'],
  ['==', '!='],
  ['<', '=='],
  ['>', '=='],
];

const isOpposite = (one: Part, other: Part): boolean =>
  one.value === other.value && opposites.some(([left, right]) => one.sign === left && other.sign === right);

const literal = /^(?:-?\d[\d_.]*|"[^"]*"|'[^']*')$/;

/** `x == 1 && x == 2` */
const areTwo = (one: Part, other: Part): boolean =>
  one.sign === '==' &&
  other.sign === '==' &&
  literal.test(one.value) &&
  literal.test(other.value) &&
  one.value !== other.value;

const length = pattern('', anyOf(/^len\(.*\)?$/, /\.(?:length|size\(\)?|len\(\)?|count\(?\)?|Length|Count)$/));

/** Below nought, and at least as much as something is long. */
const isBelowNought = (one: Part, other: Part): boolean =>
  /^<=?$/.test(one.sign) &&
  (asNumber(one.value) < 0 || (one.value === '0' && one.sign === '<')) &&
  /^>=?$/.test(other.sign) &&
  length.test(other.value);

/** Nothing, and larger or smaller than something. */
const isNothing = (one: Part, other: Part): boolean =>
  /^(?:==|is)$/.test(one.sign) &&
  /^(?:None|null|nil|NULL|undefined|nullptr)$/.test(one.value) &&
  (/^[<>]=?$/.test(other.sign) || (other.sign === '==' && literal.test(other.value)));

const excludes = (one: Part, other: Part): boolean =>
  isOpposite(one, other) || areTwo(one, other) || isBelowNought(one, other) || isNothing(one, other);

const isImpossible = (parts: readonly Part[]): boolean =>
  isEmptyRange(parts) || parts.some((one) => parts.some((other) => one !== other && excludes(one, other)));

export const isContradiction = (condition: string): boolean => {
  if (condition.length > 300 || /\|\||\bor\b/.test(condition)) return false;
  const parts = condition
    .split(/&&|\band\b/)
    .map(partOf)
    .filter((each) => each !== null);
  return [...Map.groupBy(parts, ({ subject }) => subject).values()].some((own) => own.length > 1 && isImpossible(own));
};
