/** Whether a check lets more pass than the one before. */
import { comparesItself } from '../../read/constant.ts';
import type { Check } from '../../model.ts';
import { durationIn } from '../../text/durations.ts';
import { identifiersOf, literalsOf, missing } from '../../text/tokens.ts';

const smallTolerance = 1e-3;

const isError = /\b(?:e|err|error|ex|exc|exception|caught|thrown|excinfo)\b/i;

/** It could hardly fail before. */
const wasVoid = (before: Check, after: Check): boolean =>
  before.isConstant ||
  comparesItself(before) ||
  before.guards.some(
    ({ kind }) => kind !== 'loop' && kind !== 'raises' && !after.guards.some((guard) => guard.kind === kind),
  );

const digits = (text: string): number | undefined => {
  const duration = durationIn(text);
  if (duration !== undefined) return duration;
  const found = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(text);
  return found === null ? undefined : Number(found[0]);
};

/** `x < 100` became `x < 1000`. */
const isWider = (before: Check, after: Check): boolean => {
  const was = digits(before.expected);
  const is = digits(after.expected);
  const sign = /([<>])=?\s*$/.exec(after.subject.trim())?.[1];
  if (
    was === undefined ||
    is === undefined ||
    before.kind !== 'bound' ||
    after.kind !== 'bound' ||
    before.subject !== after.subject
  )
    return false;
  return sign === '<' ? is > was : sign === '>' && is < was;
};

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(/\\[a-zA-Z]|\b[rbu](?=["'])/g, ''));

const isOfTexts = (kind: Check['kind']): boolean => kind === 'partial' || kind === 'throws';

/** A part of a text, or a pattern, that fits more texts than the one before. */
const isVaguer = (before: Check, after: Check): boolean => {
  if (!isOfTexts(after.kind) || !isOfTexts(before.kind) || !before.positive || !after.positive) return false;
  if (hasWords(before.expected) && after.expected !== '' && !hasWords(after.expected)) return true;
  const [was = ''] = literalsOf(before.expected).filter((each) => each.startsWith('"'));
  const [is] = literalsOf(after.expected).filter((each) => each.startsWith('"'));
  return is !== undefined && is !== was && was.includes(is.slice(1, -1));
};

const isUncompared = ({ kind }: Check): boolean => kind === 'row' || kind === 'helper';

/** A length in the place of the whole. */
const isOnlyLength = (before: Check, after: Check): boolean =>
  after.kind === 'length' &&
  !/^(?:0|null|\[\s*\]|"")?$/.test(before.expected.trim()) &&
  !/length|size|len|count/i.test(before.subject);

/** Not this, where it was that and nothing else. */
const isOpposite = (before: Check, after: Check): boolean =>
  before.kind === 'exact' &&
  before.positive &&
  after.kind === 'exact' &&
  !after.positive &&
  !/^(?:true|false)$/i.test(after.expected.trim());

const namesOf = (text: string): string[] => identifiersOf(text).filter((name) => !/^(?:expect|assert\w*)$/.test(name));

/** The same call is expected to give this very value, where it was expected to fail. */
export const isForgiven = (before: Check, after: Check): boolean =>
  before.kind === 'throws' &&
  before.positive &&
  before.expected !== '' &&
  after.kind === 'exact' &&
  namesOf(before.subject).length > 0 &&
  missing(namesOf(before.subject), namesOf(after.subject)).length === 0;

const bounding = /(?:^|[^\w$])(?:min|max|clamp|Min|Max|coerce\w+)\s*\(/;

/** What is compared is cut to what is expected first: `count().min(2)`. */
const isBounded = (before: Check, after: Check): boolean =>
  bounding.test(after.subject) && !bounding.test(before.subject) && before.kind === 'exact';

export const isLooser = (before: Check, after: Check): boolean => {
  if (wasVoid(before, after)) return false;
  if (isForgiven(before, after) || isOpposite(before, after) || isBounded(before, after)) return true;
  if (isWider(before, after) || isVaguer(before, after)) return true;
  if (isUncompared(before) || isUncompared(after)) return false;
  if (after.kind === 'throws' && before.kind !== 'throws' && isError.test(before.subject))
    return missing(literalsOf(before.expected), literalsOf(after.expected)).length > 0;
  if (before.tolerance !== undefined && after.tolerance !== undefined)
    return after.tolerance > before.tolerance * 1.01 && after.tolerance > 1e-6;
  if (after.kind === 'approximate' && before.kind === 'exact') return (after.tolerance ?? 1) > smallTolerance;
  if (after.kind === 'length' && before.kind === 'exact') return isOnlyLength(before, after);
  return after.level < before.level - 0.05;
};
