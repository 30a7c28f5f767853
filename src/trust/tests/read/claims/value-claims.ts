/** What is claimed about a value, by the name of what claims it. */
import { argumentsIn } from '../../text/scan.ts';
import type { Claim } from '../claim.ts';
import { condition, equalClaim } from '../conditions.ts';
import type { Meaning } from '../vocabulary.ts';

export const isTruthValue = (text: string): boolean => /^(?:true|false)$/i.test(text.trim());

const implied: readonly (readonly [RegExp, string])[] = [
  [/null|none$|nil$/i, 'null'],
  [/undefined/i, 'undefined'],
  [/empty|zero/i, '0'],
  [/once$/i, '1'],
];

export const impliedBy = (name: string): string => implied.find(([pattern]) => pattern.test(name))?.[1] ?? '';

/** Values that fit everything of a kind, in place of a value. */
const vague = /\b(?:expect\.any(?:thing)?\b|anything\(|mock\.ANY\b|\bANY\b|any\(|Mockito\.any|isA\(|match\.any)/;

const partly = /\b(?:objectContaining|arrayContaining|stringContaining|stringMatching|closeTo)\(/;

export const vagueLevel = (level: number, expected: string): number => {
  if (vague.test(expected))
    return Math.min(level, /^\W*(?:expect\.any|anything|any|ANY|mock\.ANY)/.test(expected) ? 1.8 : 3.8);
  return partly.test(expected) ? Math.min(level, 4) : level;
};

const baseErrors =
  /^(?:\w+\.)*(?:Exception|BaseException|Throwable|Error|RuntimeException|StandardError|Object)(?:\.class|::class)?$/;

/** A function that is to throw. */
export const isThunk = (text: string): boolean => /=>|->|\blambda\b|^func|^\|\||^\(\)|^function\b|^async\b/.test(text);

/** `{ name: 'RangeError', message: /shape/ }` tells two things. */
const properties = (arg: string): string[] =>
  /^\{[\s\S]*\}$/.test(arg) ? argumentsIn(arg.slice(1, -1)).map((each) => each.replace(/^\w+\s*:\s*/, '')) : [arg];

/** Errors are told by their classes and messages: the more, the stricter. */
export const throwing = (subject: string, args: readonly string[], positive: boolean): Claim => {
  const told = args.filter((arg) => !isThunk(arg) && arg !== subject).flatMap(properties);
  const specific = told.filter((arg) => !baseErrors.test(arg));
  const level = positive ? 2.5 + Math.min(2, specific.length) : 1.8;
  return { kind: 'throws', level, positive, subject, expected: told.join(', ') };
};

export const truthClaims = (subject: string, positive: boolean): Claim[] => condition(subject, positive);

export const valueClaim = (
  meaning: Meaning,
  name: string,
  subject: string,
  args: readonly string[],
  positive: boolean,
): Claim[] => {
  const { kind, level } = meaning;
  const [expected = impliedBy(name), tolerance] = args;
  if (kind === 'throws') return [throwing(subject, args, positive)];
  if (kind === 'bound') return [{ kind, level, positive, subject: `${subject} ${signOf(name)}`, expected }];
  if (kind === 'exact' && isTruthValue(expected))
    return truthClaims(subject, positive === /^true$/i.test(expected.trim()));
  if (kind === 'exact' && !positive) return [equalClaim(subject, expected, false)];
  return [
    {
      kind,
      level: vagueLevel(level, args.join(', ')),
      positive,
      subject,
      expected: args.length > 2 ? args.join(', ') : expected,
      ...(kind === 'approximate' && { tolerance: toleranceText(name, tolerance) }),
    },
  ];
};

/** Some frameworks count the digits after the point. */
export const toleranceText = (name: string, text: string | undefined): string => {
  const countsDigits = /toBeCloseTo|almost/i.test(name) && !/delta/.test(text ?? '');
  return countsDigits
    ? `places = ${text?.replace(/^\w+\s*=/, '') ?? (name === 'toBeCloseTo' ? '2' : '7')}`
    : (text ?? 'default');
};

/** Which side the bound is on. */
export const signOf = (name: string): string => (/less|below|most|lte?$/i.test(name) ? '<' : '>');

export const isTruth = ({ kind }: Meaning): boolean => kind === 'truth';
