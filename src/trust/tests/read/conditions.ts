/** What a condition says, as checks: `a == b && c` says two things, `a == 1 || b` hardly one. */
import { chainOf, chainText } from '../text/chain.ts';
import { argumentsIn, splitAt, unwrapped } from '../text/scan.ts';
import { literalsOf } from '../text/tokens.ts';
import { type Meaning, meaningOf } from './vocabulary.ts';
import type { Claim } from './claim.ts';

const and = /&&|\band\b/y;
const or = /\|\||\bor\b/y;
const comparison =
  /===|!==|==|!=|<=|>=|\bis not\b|\bis\b|\bnot in\b|\bin\b|\binstanceof\b|=~|(?<![-=<])>(?![>=])|(?<!<)<(?![<=-])/y;

type Sides = { left: string; operator: string; right: string };

const sidesOf = (text: string): Sides | null => {
  const parts = splitAt(text, comparison);
  const [left = '', right = ''] = parts;
  if (parts.length < 2 || left === '' || right === '') return null;
  const rest = text.slice(left.length).trimStart();
  comparison.lastIndex = 0;
  const operator = comparison.exec(rest)?.[0] ?? '';
  return { left, operator, right: rest.slice(operator.length).trim() };
};

const isNegated = (operator: string): boolean => operator.startsWith('!') || operator.includes('not');

const distance = /^(?:(?:math|Math|f64|np)?(?:\.|::)?(?:abs|Abs|fabs)\s*\(|\([\s\S]*\)\s*\.abs\(\)$)/;

/** `abs(a - b) < eps` */
const withinDistance = ({ left, right }: Sides, positive: boolean): Claim => {
  const inner = left.replace(/\.abs\(\)$/, '').slice(left.indexOf('(') + 1, -1);
  const [subject = '', expected = ''] = splitAt(inner, /-/y);
  return { kind: 'approximate', level: 4.5, positive, subject, expected, tolerance: right };
};

const flipped: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

const boundClaim = ({ left, operator, right }: Sides, positive: boolean): Claim => {
  const sign = positive ? operator : (flipped[operator] ?? operator);
  if (distance.test(left) && sign.startsWith('<')) return withinDistance({ left, operator, right }, true);
  return { kind: 'bound', level: 3, positive: true, subject: `${left} ${sign}`, expected: right };
};

/** `cmp.Diff(want, got) == ""` */
export const differing = (text: string): Claim | null => {
  const last = chainOf(text)?.at(-1);
  const [left, right] = /diff/i.test(last?.name ?? '') ? (last?.args ?? []) : [];
  return left === undefined || right === undefined ? null : equalClaim(left, right, true);
};

/** `strcmp(a, b) == 0` */
const sameText = (text: string): Claim | null => {
  const [link] = chainOf(text) ?? [];
  const [left, right] = /^(?:str(?:n?case)?n?cmp|memcmp|wcscmp)$/.test(link?.name ?? '') ? (link?.args ?? []) : [];
  if (left === undefined || right === undefined) return null;
  return link?.name === 'strcmp' || link?.name === 'memcmp'
    ? equalClaim(left, right, true)
    : { kind: 'partial', level: 4, positive: true, subject: left, expected: right };
};

/** Two texts or things that do not differ: `a.compareTo(b) == 0`, `diff == ""`. */
const undiffering = (left: string, right: string): Claim | null =>
  (right === '0' ? sameText(left) : null) ?? (/^(?:""|nil|null|None|0)$/.test(right) ? differing(left) : null);

const compared = (sides: Sides, positive: boolean): Claim => {
  const { left, operator, right } = sides;
  const holds = positive !== isNegated(operator);
  const same = holds ? undiffering(left, right) : null;
  if (same !== null) return same;
  if (/^[<>]/.test(operator)) return boundClaim(sides, positive);
  if (operator === 'instanceof') return { kind: 'weak', level: 1.8, positive: holds, subject: left, expected: right };
  if (operator.endsWith('in') || operator === '=~')
    return { kind: 'partial', level: 4, positive: holds, subject: right, expected: left };
  if (/^(?:true|false)$/i.test(right)) return condition(left, holds === /^true$/i.test(right))[0] ?? either(left);
  return equalClaim(left, right, holds);
};

const isNothing = (text: string): boolean => /^(?:null|None|nil|undefined|NULL|nullptr)$/.test(text.trim());

const isCalling = (text: string): boolean => /\w\s*\(/.test(text);

const isExpected = (text: string): boolean => literalsOf(text).length > 0 && !isCalling(text);

const isNear = (text: string): boolean => /^(?:\w+\.)?approx\s*\(/.test(text);

const maker =
  /^(?:\w+\.)*(?:Optional|List|Map|Set|Arrays|Stream|Duration|Instant|Local\w+|Big\w+|Some|Ok)\b(?:[.:]{1,2}\w+)?\s*\(/;

/** Values that only a call can write: `Optional.empty()`. */
const isMade = (text: string): boolean => maker.test(text.trim());

/** What is expected stands on the left: `3 == f(x)`. */
const isTurned = (left: string, right: string): boolean =>
  isNear(left) ||
  (isMade(left) && !isMade(right) && isCalling(right)) ||
  (!isNear(right) && isExpected(left) && !isExpected(right)) ||
  (!isCalling(left) && isCalling(right) && !/^["'`]/.test(right.trim()));

/** `approx(3, 0.1)`, and how near that is. */
const nearClaim = (subject: string, expected: string): Claim | null => {
  const near = /^(?:\w+\.)?approx\s*\(([\s\S]*)\)$/.exec(expected.trim());
  if (near === null) return null;
  const [value = '', ...more] = argumentsIn(near[1] ?? '');
  const tolerance = more.join(', ') || 'default';
  return { kind: 'approximate', level: 4.5, positive: true, subject, expected: value, tolerance };
};

export const equalClaim = (left: string, right: string, positive: boolean): Claim => {
  const [subject, expected] = isTurned(left, right) ? [right, left] : [left, right];
  if (!positive) return { kind: 'weak', level: isNothing(expected) ? 1.8 : 2.5, positive, subject, expected };
  return nearClaim(subject, expected) ?? { kind: 'exact', level: 5, positive, subject, expected };
};

const either = (text: string): Claim => ({ kind: 'either', level: 1.5, positive: true, subject: text, expected: '' });

/** Functions of a package or a class, which compare their arguments. */
const isStatic =
  /^(?:$|_|strings|bytes|reflect|errors|cmp|slices|maps|math|np|re|os\.path|[A-Z]\w*|lodash|util|assert|deep|R)$/;

const written = /(["'`])(?:(?!\1)[^\\]|\\.)*\1|[\p{L}_$][\w$]*\s*:(?!:)/gu;
const nameIn = /(?<![\w.$])(?!(?:null|nil|None|undefined|true|false|True|False|new|NaN|Infinity)\b)[\p{Ll}_$][\w$]*/u;

/** Nothing but values stands there: what compares them is what is tested. */
const areValues = (args: readonly string[]): boolean =>
  args.every((arg) => !nameIn.test(arg.slice(0, 2_000).replaceAll(written, ' ')));

/** `Objects.equals(a, b)`, `math.isclose(a, b, tolerance)`. */
const calledStatic = ({ kind, level }: Meaning, args: readonly string[], positive: boolean): Claim => {
  const [left = '', right = '', tolerance] = args;
  return kind === 'exact'
    ? equalClaim(left, right, positive)
    : { kind, level, positive, subject: left, expected: right, ...(tolerance !== undefined && { tolerance }) };
};

const calledOn = (receiver: string, meaning: Meaning, args: readonly string[], positive: boolean): Claim | null => {
  const { kind, level } = meaning;
  if (kind === 'weak') return { kind, level, positive, subject: `${receiver} ${args.join(', ')}`, expected: '' };
  if (args.length >= 2 && receiver === '' && (kind === 'partial' || areValues(args))) return null;
  if (args.length >= 2 && kind !== 'throws')
    return isStatic.test(receiver) ? calledStatic(meaning, args, positive) : null;
  if (args.length === 0 || receiver === '') return null;
  return kind === 'exact'
    ? equalClaim(receiver, args[0] ?? '', positive)
    : { kind, level, positive, subject: receiver, expected: args[0] ?? '' };
};

const called = (text: string, positive: boolean): Claim | null => {
  const links = chainOf(text);
  const last = links?.at(-1);
  if (links === null || last === undefined || last.args === null) return null;
  const meaning = meaningOf(last.name);
  if (meaning === null || meaning.kind === 'truth' || last.name === 'get') return null;
  return calledOn(chainText(links.slice(0, -1)), meaning, last.args, positive);
};

const truth = (text: string, positive: boolean): Claim => ({
  kind: 'truth',
  level: 2,
  positive,
  subject: text,
  expected: '',
});

const single = (text: string, positive: boolean): Claim => {
  const matched = /^matches!\s*\(([\s\S]*)\)$/.exec(text);
  if (matched !== null) {
    const [subject = '', ...patterns] = argumentsIn(matched[1] ?? '');
    const expected = patterns.join(', ');
    return { kind: 'partial', level: splitAt(expected, /\|/y).length > 1 ? 3.5 : 4.7, positive, subject, expected };
  }
  const sides = sidesOf(text);
  if (sides !== null) return compared(sides, positive);
  return called(text, positive) ?? truth(text, positive);
};

/** Without what negates it, and whether it was negated. */
const withoutNot = (text: string, positive: boolean): { text: string; positive: boolean } => {
  let inner = unwrapped(text);
  let holds = positive;
  for (;;) {
    const [prefix = ''] = /^(?:!(?!=)|not\b)\s*/.exec(inner) ?? [];
    if (prefix === '' || (sidesOf(inner) !== null && prefix === '!')) return { text: inner, positive: holds };
    inner = unwrapped(inner.slice(prefix.length));
    holds = !holds;
  }
};

/** What must hold when this is true, or false. */
export const condition = (given: string, given2: boolean): Claim[] => {
  const { text, positive } = withoutNot(given, given2);
  if (splitAt(text, /,/y).length > 1) return [truth(text, positive)];
  const joined = splitAt(text, positive ? and : or);
  if (joined.length > 1) return joined.slice(0, 50).flatMap((part) => condition(part, positive));
  if (splitAt(text, positive ? or : and).length > 1) return [either(text)];
  return [single(text, positive)];
};
