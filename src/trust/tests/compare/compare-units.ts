/** What became of the tests of all changed files. */
import type { Remark } from '../../../model/remark.ts';
import type { Guard, Mark, Unit } from '../model.ts';
import { canonical, likeness, literalsOf, missing, tokensOf } from '../text/tokens.ts';
import { compareChecks, isKeptElsewhere, type Pool } from './compare-checks.ts';
import { type Judge, notedIf, remark } from './judge.ts';
import { constantRemarks } from './constants.ts';
import { limitRemarks } from './limits.ts';
import { type Pair, pairUnits } from './pairs.ts';
import { withoutReplaced } from './weakness/replaced.ts';
import { writeRemarks } from './weakness/written.ts';
import { withParents } from './parents.ts';
import { conditionsIn, isGuardedBy, isLeftOutBy, isNotedGuard, isNotedMark } from './weakness/left-out.ts';
import { guardWords, named } from './words.ts';

/** `@Ignore` of JUnit 4 is `@Disabled` of JUnit 5. */
const saidBy = ({ text }: Mark): string =>
  canonical(text)
    .replace(/^@ ?Ignore\b/, '@ Disabled')
    .replace(/^@(?=\w)/, '@ ');

const newMarks = ({ before, after }: Pair, of: (unit: Unit) => readonly Mark[]): Mark[] => {
  const known = new Set(withParents(before, of).map(saidBy));
  return withParents(after, of).filter((mark) => !known.has(saidBy(mark)));
};

const guardsAround = (unit: Unit): Guard[] => {
  const all: Guard[] = [];
  for (let each: Unit | null = unit; each !== null; each = each.parent) all.push(...each.guards);
  return all;
};

/** The function that it stands in, where nobody calls that. */
const uncalled = (unit: Unit, called: ReadonlySet<string>): Unit | null => {
  for (let each = unit.parent; each !== null; each = each.parent)
    if (each.kind === 'helper' && !called.has(each.name)) return each;
  return null;
};

/** However it is written: `x => …` and `(x) => …` are one. */
const told = ({ kind, text }: Guard): string =>
  `${kind} ${canonical(text.replaceAll(/\(\s*(\w+)\s*\)\s*=>/g, '$1 =>'))}`;

/** A condition or the like around the test that was not there; first one by which it is left out where it could run. */
const newGuardAround = ({ before, after }: Pair): Guard | undefined => {
  const known = new Set(guardsAround(before).map(told));
  const fresh = guardsAround(after).filter((guard) => guard.kind !== 'callback' && !known.has(told(guard)));
  return fresh.find((guard) => !isGuardedBy(guard, after)) ?? fresh[0];
};

const skipRemarks = (pair: Pair, judge: Judge): Remark[] => {
  const { before, after } = pair;
  if (judge.isAsked('skipped', [before.file, after.file])) return [];
  const skipped = (line: number, says: string): Remark =>
    remark(after.file, line, {
      rule: 'test-skipped',
      message: `${named(after)} is ${says}`,
      accepted: 'the test run as before',
    });
  const marks = newMarks(pair, ({ skips }) => skips);
  const known = conditionsIn(withParents(before, ({ skips }) => skips));
  const mark = marks.find((each) => !isLeftOutBy(each, after, known)) ?? marks[0];
  const guard = newGuardAround(pair);
  const says = `skipped, or need not pass: ${mark?.text.split('\n')[0]?.slice(0, 100)}`;
  return [
    ...(mark ? [notedIf(isNotedMark(mark, after, judge, known), skipped(mark.line, says))] : []),
    ...(guard ? [notedIf(isNotedGuard(guard, after, judge), skipped(after.line, guardWords(guard)))] : []),
  ];
};

const focusRemarks = (units: readonly Unit[], known: readonly Unit[]): Remark[] => {
  const before = new Set(known.flatMap(({ focuses }) => focuses.map(({ text }) => canonical(text))));
  return units.flatMap((unit) =>
    unit.focuses
      .filter(({ text }) => !before.has(canonical(text)))
      .map(({ line }) =>
        remark(unit.file, line, {
          rule: 'test-focused',
          message: `${named(unit)} is focused, which keeps others from being run`,
          accepted: 'no test that is focused',
        }),
      ),
  );
};

const codeWords = (unit: Unit): string[] => tokensOf(unit.text).filter((token) => /^[\p{L}_$"\d]/u.test(token));

/** A test without checks whose calls are gone. */
const isEmptied = ({ before, after }: Pair): boolean =>
  before.kind === 'test' &&
  before.checks.length === 0 &&
  before.called.length > 0 &&
  after.called.length === 0 &&
  missing(codeWords(before), codeWords(after)).length > 3;

/** With what a function answers, a little less than an assertion. */
const withAnswers = (unit: Unit): Unit =>
  unit.answers.length === 0
    ? unit
    : { ...unit, checks: [...unit.checks, ...unit.answers.map((check) => ({ ...check, level: check.level - 0.5 }))] };

const emptiedRemarks = (pair: Pair, judge: Judge): Remark[] => {
  const { before, after } = pair;
  if (!isEmptied(pair) || judge.isAsked('removed', [before.file, after.file])) return [];
  const message = `${named(after)} does nothing any more`;
  return [remark(after.file, after.line, { rule: 'test-emptied', message, accepted: 'the test as it was' })];
};

const pairRemarks = (pair: Pair, pool: Pool, judge: Judge, values: ReadonlySet<string>): Remark[] => {
  const isTest = /^(?:test|hook|file)$/.test(pair.after.kind);
  const checks = compareChecks({ before: withAnswers(pair.before), after: withAnswers(pair.after) }, pool, judge);
  const found = [
    ...(isTest ? skipRemarks(pair, judge) : []),
    ...checks,
    ...emptiedRemarks(pair, judge),
    ...limitRemarks(pair, judge),
    ...writeRemarks(
      pair.after,
      newMarks(pair, ({ writes }) => writes),
    ),
  ];
  return found.some(({ noteOnly }) => noteOnly !== true) ? found : [...found, ...constantRemarks(pair, judge, values)];
};

/** A function that is no test any more, though it still looks like the test that it was. */
const notRun = (unit: Unit, helpers: readonly Unit[]): Unit | undefined =>
  helpers.find((helper) => helper.name === unit.name || likeness(tokensOf(helper.text), tokensOf(unit.text)) > 0.6);

const lostRemark = (unit: Unit, helpers: readonly Unit[]): Remark => {
  const helper = notRun(unit, helpers);
  if (helper !== undefined)
    return remark(helper.file, helper.line, {
      rule: 'test-not-run',
      message: `${named(unit)} is not a test for its runner any more`,
      accepted: 'a name, a place and marks by which the runner finds it',
    });
  const gone = {
    rule: 'test-deleted',
    message: `${named(unit)} is not there any more`,
    accepted: 'the test as it was, moved or renamed if need be; code that makes it pass',
  };
  return remark(unit.file, unit.line, gone, true);
};

const lostRemarks = (lost: readonly Unit[], after: readonly Unit[], pool: Pool, judge: Judge): Remark[] => {
  const helpers = after.filter(({ kind, checks }) => kind === 'helper' && checks.length > 0);
  return lost
    .filter((unit) => unit.kind === 'test' && !isKeptElsewhere(unit, pool, judge.isOwn([unit.file])))
    .filter((unit) => !judge.isGone(unit.text) && !judge.isRemoved(unit.text) && !judge.isAsked('removed', [unit.file]))
    .map((unit) => lostRemark(unit, helpers));
};

const isComparable = ({ kind, checks, skips, answers }: Unit): boolean =>
  kind === 'test' || kind === 'file' || checks.length + answers.length > 0 || (kind === 'hook' && skips.length > 0);

const showsSomething = ({ kind, checks }: Unit): boolean =>
  kind === 'test' && checks.some(({ isConstant }) => !isConstant);

/** Its runner counts how many checks are made: one in a function that the code calls says that it does. */
const isCounted = ({ text, checks }: Unit): boolean =>
  /\b(?:plan|assertions|hasAssertions)\(/.test(text) &&
  checks.every(({ guards }) => guards.some(({ kind }) => kind === 'callback' || kind === 'uncalled'));

/** Tests that are new and can not fail: they show nothing, and are a disguise where others are gone. */
const addedRemarks = (added: readonly Unit[], isOnlyThat: boolean): Remark[] =>
  added
    .filter(({ kind, checks }) => kind === 'test' && checks.length > 0 && checks.every(({ isConstant }) => isConstant))
    .filter((unit) => !isCounted(unit))
    .map((unit) =>
      notedIf(
        !isOnlyThat,
        remark(unit.file, unit.line, {
          rule: 'assertion-tautological',
          message: `${named(unit)} checks only what holds whatever the code does`,
          accepted: 'a check of what the code does',
        }),
      ),
    );

/** Hooks that are new and skip. */
const hookRemarks = (added: readonly Unit[], judge: Judge): Remark[] =>
  added
    .filter(
      ({ kind, skips, file }) =>
        (kind === 'hook' || kind === 'file') && skips.length > 0 && !judge.isAsked('skipped', [file]),
    )
    .map((unit) =>
      notedIf(
        unit.skips.every((mark) => isLeftOutBy(mark, unit)),
        remark(unit.file, unit.skips[0]?.line ?? unit.line, {
          rule: 'test-skipped',
          message: `${named(unit)} skips tests`,
          accepted: 'the tests run as before',
        }),
      ),
    );

export type States = { before: readonly Unit[]; after: readonly Unit[]; pathNow: (path: string) => string };

const isCalledBySome = (unit: Unit, all: ReadonlySet<string>): boolean =>
  unit.kind !== 'helper' || all.has(unit.name) || unit.checks.some(({ kind }) => kind === 'row');

/** Functions that the tests declare since now, and everything that they give another value to. */
const ownFunctions = (before: readonly Unit[], after: readonly Unit[]): Map<string, Unit> => {
  const known = new Set(before.filter(({ kind }) => kind === 'helper').map(({ name }) => name));
  return new Map(
    after.filter(({ kind, name }) => kind === 'helper' && !known.has(name)).map((unit) => [unit.name, unit]),
  );
};

const callsIn = (units: readonly Unit[]): Set<string> => new Set(units.flatMap(({ calls }) => [...calls]));

/** How often each check is made by tests. */
const timesMade = (units: readonly Unit[]): Map<string, number> => {
  const times = new Map<string, number>();
  for (const { kind, checks } of units)
    if (kind === 'test') for (const { text } of checks) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
};

/** Checks that may stand in for those that are gone. */
const poolOf = (before: readonly Unit[], after: readonly Unit[], called: ReadonlySet<string>): Pool => {
  const isScript = before.some(({ kind, checks }) => kind === 'file' && checks.length > 0);
  const marks = new Set(before.flatMap(({ skips }) => skips.map(({ text }) => canonical(text))));
  const isLeftOut = ({ kind, skips }: Unit): boolean =>
    kind === 'test' && skips.some(({ text, when }) => when === undefined && !marks.has(canonical(text)));
  const counting = after.filter(
    (unit) => isCalledBySome(unit, called) && (unit.kind !== 'file' || isScript) && !isLeftOut(unit),
  );
  const hooks = after.filter(({ kind }) => kind === 'hook');
  const [were, are] = [timesMade(before), timesMade(after)];
  return {
    checks: new Set(counting.flatMap(({ checks }) => checks)),
    own: ownFunctions(before, after),
    prepared: callsIn(hooks),
    texts: new Set(are.keys()),
    isMadeAsOften: (text) => (are.get(text) ?? 0) >= (were.get(text) ?? 1),
  };
};

/** Tests that stand in a function which nobody calls, since now. */
const hiddenRemarks = (pairs: readonly Pair[], called: ReadonlySet<string>, before: ReadonlySet<string>): Remark[] =>
  pairs
    .filter((pair) => pair.after.kind === 'test' && uncalled(pair.after, called) !== null)
    .filter((pair) => uncalled(pair.before, before) === null)
    .map(({ after: unit }) =>
      remark(unit.file, unit.line, {
        rule: 'test-not-run',
        message: `${named(unit)} stands in a function that nobody calls`,
        accepted: 'the test where its runner finds it',
      }),
    );

const valuesIn = (units: readonly Unit[]): Set<string> =>
  new Set(
    units.flatMap(({ kind, text, names }) => literalsOf(kind === 'file' ? [...names.values()].join('\n') : text)),
  );

/** Whether what it skips are tests that were there. */
const skipsKnown = ({ file, skips }: Unit, files: ReadonlySet<string>): boolean =>
  files.has(file) || file.endsWith('conftest.py') || skips.some(({ text }) => text.startsWith('skip:'));

export const compareUnits = ({ before, after, pathNow }: States, judge: Judge): Remark[] => {
  const comparable = after.filter((unit) => isComparable(unit) || unit.kind === 'helper');
  const { pairs, lost, added } = pairUnits(before.filter(isComparable), comparable, pathNow);
  const called = callsIn(after);
  const pool = poolOf(before, after, called);
  const values = valuesIn(after);
  const files = new Set(before.map(({ file }) => pathNow(file)));
  return [
    ...pairs.flatMap((pair) => pairRemarks(pair, pool, judge, values)),
    ...hiddenRemarks(pairs, called, callsIn(before)),
    ...lostRemarks(withoutReplaced(lost, added, judge), after, pool, judge),
    ...focusRemarks(after, before),
    ...addedRemarks(added, lost.some(({ kind }) => kind === 'test') || !added.some(showsSomething)),
    ...hookRemarks(
      added.filter((unit) => skipsKnown(unit, files)),
      judge,
    ),
  ];
};
