/** In what way a check says less than the one that it replaces. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { isStandIn } from './stand-ins.ts';
import { comparesItself } from '../read/constant.ts';
import type { Check, Guard, Unit } from '../model.ts';
import { identifiersOf, literalsOf, missing, tokensOf } from '../text/tokens.ts';
import { newGuard } from './weakness/new-guards.ts';
import { isLooser } from './weakness/looser.ts';

export type Weakness =
  | { kind: 'guarded'; guard: Guard }
  | { kind: 'constant' }
  | { kind: 'loosened' }
  | { kind: 'replaced' }
  | { kind: 'rewritten'; old: readonly string[]; now: readonly string[] };

/** Constants and types that are expected: `Token::Minus`, `ErrNotFound`. */
const namesExpected = ({ expected }: Check): string[] => identifiersOf(expected).filter((name) => /^[A-Z]/.test(name));

/** The same values in another order, where order counts. */
const isReordered = (before: Check, after: Check): boolean => {
  const was = tokensOf(before.expected);
  const is = tokensOf(after.expected);
  if (before.subject !== after.subject || was.length !== is.length || was.includes(':') || was.includes('{'))
    return false;
  return was.join(' ') !== is.join(' ') && was.toSorted().join(' ') === is.toSorted().join(' ');
};

const valuesIn = ({ subject, expected }: Check): string[] => [...literalsOf(subject), ...literalsOf(expected)];

/** The opposite, another order, or another pattern is expected of the same. */
const turned = (before: Check, after: Check): Weakness | null => {
  if (before.positive !== after.positive && before.kind === after.kind && before.kind !== 'row')
    return { kind: 'rewritten', old: [String(before.positive)], now: [String(after.positive)] };
  const isOther = before.subject === after.subject && before.expected !== after.expected;
  return isReordered(before, after) || (isOther && before.expected.trim().startsWith('/'))
    ? { kind: 'rewritten', old: [before.expected], now: [after.expected] }
    : null;
};

const rewritten = (before: Check, after: Check): Weakness | null => {
  const [were, are] = [valuesIn(before), [...valuesIn(after), ...(after.shared ?? [])]];
  const old = missing(were, are);
  if (old.length > 0) return { kind: 'rewritten', old, now: missing(are, were) };
  const other = turned(before, after);
  if (other !== null) return other;
  const names = missing(namesExpected(before), namesExpected(after));
  const fresh = missing(namesExpected(after), namesExpected(before));
  return names.length > 0 && fresh.length > 0 && were.length === are.length
    ? { kind: 'rewritten', old: names, now: fresh }
    : null;
};

const calledIn = (text: string): string[] =>
  [...text.matchAll(/([\p{L}_$][\w$]*)\s*\(/gu)].map(([, name]) => name ?? '');

const makersOfValues = pattern(
  '',
  /^/,
  anyOf(
    /String|Number|list|str|int|float|dict|set|len|of|new|Date|vec|Some|Ok|Err|format|from|sorted/,
    /tuple|UTC|asList|List|Set|Map|date|datetime|Decimal|BigInt|BigDecimal|Buffer|parse|to_string/,
    /into|clone|Array|Object|get|unwrap/,
  ),
  /$/,
);

/** What is expected is asked of what is tested. */
const asksItself = ({ kind, positive, subject, expected }: Check): boolean => {
  if (kind !== 'exact' || !positive || /^["'`]/.test(expected.trim())) return false;
  const tested = new Set(calledIn(subject));
  return calledIn(expected).some((name) => tested.has(name) && !makersOfValues.test(name) && !/^[A-Z]/.test(name));
};

/** The other checks of the test, and the functions that the tests declare since now. */
export type Surroundings = { checked: readonly Check[]; own: ReadonlyMap<string, Unit>; names: Unit['names'] };

/** Null where it says as much as before, or more. */
export const weaknessOf = (before: Check, after: Check, { checked, own, names }: Surroundings): Weakness | null => {
  if (isStandIn(before, after, own, names)) return { kind: 'replaced' };
  const guard = newGuard(before, after, checked);
  if (guard !== undefined) return { kind: 'guarded', guard };
  if (after.isConstant && !before.isConstant) return { kind: 'constant' };
  if (comparesItself(after) && !comparesItself(before)) return { kind: 'constant' };
  if (asksItself(after) && !asksItself(before)) return { kind: 'constant' };
  if (isLooser(before, after)) return { kind: 'loosened' };
  return comparesItself(before) || before.isConstant ? null : rewritten(before, after);
};
