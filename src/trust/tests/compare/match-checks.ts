/** Which check after says what a check before said. */
import type { Check } from '../model.ts';
import { likeness, literalsOf, missing, tokensOf } from '../text/tokens.ts';
import { bestPairs } from './best-pairs.ts';

export type Match = { before: Check; after: Check };
export type Matched = { matches: Match[]; lost: Check[]; left: Check[] };

type Fits = (before: Check, after: Check) => boolean;

const match = (fits: Fits, { matches, lost, left }: Matched): Matched => {
  const free = new Set(left);
  const found: Match[] = [];
  for (const before of lost) {
    const after = left.find((each) => free.has(each) && fits(before, each));
    if (after === undefined) continue;
    free.delete(after);
    found.push({ before, after });
  }
  const done = new Set(found.map((each) => each.before));
  return {
    matches: [...matches, ...found],
    lost: lost.filter((each) => !done.has(each)),
    left: left.filter((each) => free.has(each)),
  };
};

/** A row may be one string with several values, and the key of an object is a value too. */
const rowValues = (row: string): string[] => {
  const literals = literalsOf(row);
  const keys = [...row.matchAll(/(?:^|[{,]\s*)([\p{L}_$][\w$]*)\s*:/gu)].map(([, key]) => `"${key}"`);
  const parts = literals
    .filter((each) => each.startsWith('"'))
    .flatMap((each) =>
      each
        .slice(1, -1)
        .split(/\s*[,|;\t]\s*/)
        .flatMap((part) => [...literalsOf(part), `"${part}"`]),
    );
  return [...literals, ...keys, ...parts];
};

/** Literals of a check, with those that it implies. */
export const valuesOf = ({ subject, expected, kind, positive }: Check): string[] => [
  ...(kind === 'row' ? rowValues(subject) : literalsOf(subject)),
  ...literalsOf(expected),
  ...(kind === 'truth' ? [String(positive)] : []),
];

const isTruth = (value: string): boolean => value === 'true' || value === 'false';

/** Names of classes: `SyntaxError`. */
const typesIn = (text: string): string[] => text.match(/\b[A-Z]\w*[a-z]\w*/g) ?? [];

/** The values of a check are in a row of a table, or among the arguments of a helper that checks. */
export const isCarriedBy: Fits = (before, after) => {
  const isError =
    after.kind === 'throws' && /\b(?:e|err|error|ex|exc|exception|caught|thrown|excinfo)\b/i.test(before.subject);
  if (!isError && after.kind !== 'row' && after.kind !== 'helper' && before.kind !== 'row' && before.kind !== 'helper')
    return false;
  const types = isError ? typesIn(before.expected) : [];
  if (types.length > 0) return missing(types, typesIn(after.expected)).length === 0;
  const own = valuesOf(after);
  const there = [...own, ...(after.shared ?? [])];
  const hasTruth = there.some(isTruth);
  const wanted = valuesOf(before).filter((value) => hasTruth || !isTruth(value) || before.kind === 'row');
  return wanted.length > 0 && missing(wanted, own).length < wanted.length && missing(wanted, there).length === 0;
};

const isSame: Fits = (before, after) => before.text === after.text;
const isSameThroughout: Fits = (before, after) => isSame(before, after) && before.guards.length >= after.guards.length;

const scoreOf = (before: Check, after: Check): number =>
  Math.max(alikeness(before, after), alikeness(before, { ...after, subject: after.expected, expected: after.subject }));

/** Some frameworks have what is expected first, some last: both ways are tried. */
const alikeness = (before: Check, after: Check): number =>
  0.6 * likeness(tokensOf(before.subject), tokensOf(after.subject)) +
  0.3 * likeness(tokensOf(before.expected), tokensOf(after.expected)) +
  0.2 * likeness(tokensOf(`${before.subject} ${before.expected}`), tokensOf(`${after.subject} ${after.expected}`)) +
  (before.kind === after.kind ? 0.1 : 0);

const most = 200;

const matchAlike = (matched: Matched): Matched => {
  const scored = matched.lost
    .slice(0, most)
    .flatMap((before) => matched.left.slice(0, most).map((after) => ({ before, after, score: scoreOf(before, after) })))
    .filter(({ score, before, after }) => score >= 0.4 && (before.kind === 'row') === (after.kind === 'row'));
  const { found, isLeft } = bestPairs(scored);
  return {
    matches: [...matched.matches, ...found],
    lost: matched.lost.filter(isLeft),
    left: matched.left.filter(isLeft),
  };
};

/** Checks that say exactly the same, or whose values went into a table. */
export const matchExactly = (before: readonly Check[], after: readonly Check[]): Matched =>
  [isSameThroughout, isSame, isCarriedBy].reduce((matched, fits) => match(fits, matched), {
    matches: [],
    lost: [...before],
    left: [...after],
  } as Matched);

/** What was checked is implied by a stricter check of the same. */
export const isImplied = (lost: Check, after: readonly Check[]): boolean =>
  after.some(
    ({ subject, level, guards, isConstant }) =>
      !isConstant && guards.length <= lost.guards.length && level > lost.level && subject === lost.subject,
  );

export const matchChecks = (before: readonly Check[], after: readonly Check[]): Matched =>
  matchAlike(matchExactly(before, after));
