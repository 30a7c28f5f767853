/** What functions that assert claim: `assertEquals(a, b)`. */
import type { Link } from '../../text/chain.ts';
import type { Claim } from '../claim.ts';
import { equalClaim } from '../conditions.ts';
import { meaningOf, type Meaning } from '../vocabulary.ts';
import {
  isTruthValue,
  impliedBy,
  vagueLevel,
  isThunk,
  throwing,
  truthClaims,
  toleranceText,
  signOf,
  isTruth,
} from './value-claims.ts';

export const isTester = (text: string | undefined): boolean =>
  /^(?:t|tb|b|s|suite|s\.T\(\)|suite\.T\(\)|c)$/.test(text ?? '');

const isMessage = (arg: string): boolean => /^[fr]?(["'`])[\s\S]*\1$/.test(arg);

/** The arguments that are compared: without the tester in front and the message behind. */
const comparedArgs = (args: readonly string[], kind: Meaning['kind']): string[] => {
  const values = isTester(args[0]) ? args.slice(1) : [...args];
  const wanted = kind === 'truth' || kind === 'weak' ? 1 : 3;
  const kept = values
    .filter((arg) => !/^(?:msg|message|reason|err_msg|strict)\s*=/.test(arg))
    .slice(0, wanted === 1 ? 2 : 4);
  if (kind === 'exact' && kept.length === 3 && isMessage(kept[0] ?? '') && !isMessage(kept[2] ?? '')) {
    const isDelta = /^[\d.]+(?:e-?\d+)?[fd]?$/i.test(kept[2] ?? '');
    return isDelta ? kept : kept.slice(1);
  }
  return kept;
};

const implicitZero = (name: string): boolean => /null|none$|nil$|undefined|empty|zero|nan/i.test(name);

/** `assertEquals(a, true)` is `assertTrue(a)`. */
const truthOf = (left: string, right: string, positive: boolean): Claim[] | null => {
  if (isTruthValue(right)) return truthClaims(left, positive === /true/i.test(right));
  return isTruthValue(left) ? truthClaims(right, positive === /true/i.test(left)) : null;
};

const exactly = (level: number, left: string, right: string, positive: boolean): Claim => {
  const claim = equalClaim(left, right, positive);
  const most = Math.max(level, claim.level < 5 ? 0 : level);
  return { ...claim, level: Math.min(vagueLevel(claim.level, claim.expected), most) };
};

const isDelta = (text: string | undefined): boolean =>
  text !== undefined && /^[\w.]+(?:e-?\d+)?$/i.test(text) && !/^["'`]/.test(text);

const twoValues = (name: string, { kind, level }: Meaning, values: readonly string[], positive: boolean): Claim[] => {
  const [left = '', right = '', third] = values;
  const isNear = kind === 'approximate' || (kind === 'exact' && isDelta(third));
  if (kind === 'exact' && !isNear) return truthOf(left, right, positive) ?? [exactly(level, left, right, positive)];
  if (kind === 'bound') return [{ kind, level, positive, subject: `${left} ${signOf(name)}`, expected: right }];
  const { subject, expected } = equalClaim(left, right, true);
  if (!isNear) return [{ kind, level, positive, subject, expected }];
  return [{ kind: 'approximate', level: 4.5, positive, subject, expected, tolerance: toleranceText(name, third) }];
};

/** What is to throw: a function, a call, or what the assertion is called on. */
const thrower = (values: readonly string[], receiver: string): string => {
  const [first = ''] = values;
  return values.find(isThunk) ?? (/^[\w.]+\(/.test(first) ? first : receiver);
};

/** By what the assertion is about, where its values are not simply compared. */
const specialClaims = (meaning: Meaning, values: readonly string[], receiver: string): Claim[] | null => {
  const { kind, level } = meaning;
  const positive = !meaning.isNegative;
  if (isTruth(meaning)) {
    const isMessageFirst = values.length === 2 && /^["'`]/.test(values[0] ?? '');
    return truthClaims(values[isMessageFirst ? 1 : 0] ?? '', positive);
  }
  if (kind === 'throws') return [throwing(thrower(values, receiver), values, positive)];
  if (kind !== 'weak') return null;
  return [{ kind, level, positive, subject: `${receiver} ${values.join(', ')}`, expected: '' }];
};

/** `require.NoError(t, err)`: nothing went wrong. */
export const isNoError = (name: string): boolean => /^(?:assert_?)?no_?err(?:or)?f?$|^if_?error$/i.test(name);

export const assertionClaims = (link: Link, receiver: string): Claim[] => {
  const meaning = meaningOf(link.name);
  const args = link.args ?? [];
  if (isNoError(link.name)) return [equalClaim(comparedArgs(args, 'exact')[0] ?? '', 'nil', true)];
  if (meaning === null)
    return [{ kind: 'helper', level: 5, positive: true, subject: link.name, expected: args.join(', ') }];
  const values = comparedArgs(args, meaning.kind);
  const special = specialClaims(meaning, values, receiver);
  if (special !== null) return special;
  const { kind, level } = meaning;
  const positive = !meaning.isNegative;
  if (/called|calls/i.test(link.name)) return [{ ...meaning, positive, subject: receiver, expected: args.join(', ') }];
  if (implicitZero(link.name)) return [equalClaim(values.at(-1) ?? '', impliedBy(link.name), positive)];
  if (values.length === 1) return [{ kind, level, positive, subject: receiver, expected: values[0] ?? '' }];
  return twoValues(link.name, meaning, values, positive);
};
