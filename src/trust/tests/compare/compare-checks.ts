/** What became of the checks of a test. */
import type { Remark } from '../../../model/remark.ts';
import { asksFor } from '../../asked.ts';
import type { Check, Unit } from '../model.ts';
import { type Judge, notedIf, remark } from './judge.ts';
import { type Match, isImplied, matchChecks, matchExactly } from './match-checks.ts';
import type { Pair } from './pairs.ts';
import { saysRecorded } from './recorded.ts';
import { identifiersOf, literalsOf, missing } from '../text/tokens.ts';
import { type Weakness, weaknessOf } from './weaker.ts';
import { failInstead } from './weakness/fails-now.ts';
import { isForgiven } from './weakness/looser.ts';
import { isGuardedBy } from './weakness/left-out.ts';
import { about, guardWords, listed, named } from './words.ts';

/** Checks of other tests that nobody has claimed yet: what moved is there; `fresh` are those that are new. */
export type Pool = {
  checks: Set<Check>;
  own: ReadonlyMap<string, Unit>;
  /** What the hooks call: set-up that tests need not do themselves. */
  prepared: ReadonlySet<string>;
  /** Checks of all tests, as they are written, and those that are made as often as before. */
  texts: ReadonlySet<string>;
  isMadeAsOften: (text: string) => boolean;
};

const asBefore = 'the check as it was; code that makes it pass';

/** What is said of each weakness but a value that became another. */
const remarksOn: Readonly<
  Record<Exclude<Weakness['kind'], 'rewritten' | 'guarded'>, { rule: string; says: string; accepted: string }>
> = {
  constant: { rule: 'assertion-tautological', says: 'holds whatever the code does', accepted: asBefore },
  loosened: { rule: 'assertion-loosened', says: 'lets more pass than before', accepted: asBefore },
  replaced: {
    rule: 'unit-mocked',
    says: 'is about a stand-in, not about the code',
    accepted: 'a check of the code itself; stand-ins only for what it works with',
  },
};

const wordsFor = (weakness: Weakness): { rule: string; says: string; accepted: string } => {
  if (weakness.kind === 'guarded')
    return {
      rule: 'assertion-unreachable',
      says: `is ${guardWords(weakness.guard)}`,
      accepted: 'a check that is made whenever the test runs, and whose failure fails it',
    };
  if (weakness.kind !== 'rewritten') return remarksOn[weakness.kind];
  return {
    rule: 'expected-rewritten',
    says: `says ${listed(weakness.now)} where it said ${listed(weakness.old)}`,
    accepted: 'the values as they were, or a finding that says that they are wrong',
  };
};

const weaknessRemark = (weakness: Weakness, { after }: Match, unit: Unit): Remark => {
  const { rule, says, accepted } = wordsFor(weakness);
  const message = `${named(unit)}: the check of ${about(after)} ${says}`;
  return remark(unit.file, after.line, { rule, message, accepted });
};

const textsIn = (text: string): string[] => literalsOf(text).filter((each) => each.startsWith('"'));

/** Another case stands in the place of the one that was there: what is given is another one, not what is expected. */
const isExchanged = ({ before, after }: Match, { isAboutTests, findings, callsChanged, says }: Judge): boolean => {
  if (isAboutTests || saysRecorded(findings) || callsChanged(before.text)) return false;
  if (before.kind !== 'row')
    return before.expected !== '' && before.expected === after.expected && isOtherInput(before, after, says);
  const values = literalsOf(before.subject);
  return missing(values, literalsOf(after.subject)).length * 2 > values.length;
};

const numbersIn = (text: string): string[] => literalsOf(text).filter((each) => /^-?\d/.test(each));

/** Texts that are given; or numbers, where no finding speaks of the new ones. */
const isOtherInput = (before: Check, after: Check, says: Judge['says']): boolean => {
  const [old, now] = [
    missing(textsIn(before.subject), textsIn(after.subject)),
    missing(textsIn(after.subject), textsIn(before.subject)),
  ];
  if (old.length > 0 && now.length > 0) return true;
  const [were, are] = [numbersIn(before.subject), numbersIn(after.subject)];
  const fresh = missing(are, were);
  return (
    missing(were, are).length > 0 &&
    fresh.length > 0 &&
    !fresh.some((value) => says.wants(value) || says.complainsOf(value))
  );
};

/** What it asks of the code gives what it gave, and no finding is about tests. */
const isWithoutReason = (before: Check, { isAboutTests, findings, isKept }: Judge): boolean =>
  before.kind !== 'row' && !isAboutTests && !saysRecorded(findings) && isKept(before.subject);

/** Values that are given by name now, that went with a parameter, or that may be others. */
const mayBecome = (
  old: readonly string[],
  now: readonly string[],
  { before, after }: Match,
  paths: readonly string[],
  judge: Judge,
): boolean =>
  (judge.mayRewrite(old, now, paths) && !isExchanged({ before, after }, judge) && !isWithoutReason(before, judge)) ||
  judge.isGone(before.text) ||
  judge.areNamed(old, after.text) ||
  (now.length === 0 && judge.callsShortened(before.subject));

/** That there is nothing is said in another way, since the function gives another kind of value. */
const isNothingSaid = (before: Check, after: Check, judge: Judge): boolean =>
  /^(?:null|nil|None|undefined)?$/.test(before.expected.trim()) &&
  /\b(?:isEmpty|is_none|isPresent|isNone|is_empty|empty\?)\b/.test(after.text) &&
  judge.code === 'meaning';

/** Of what may hold one value, that it holds this one is as much as that it is this one. */
const isHeld = (before: Check, after: Check, judge: Judge): boolean =>
  judge.givesOther(before.subject) &&
  (after.kind === 'partial' || /\b(?:contains|hasValue|is_some_and|isEqualTo)\b/.test(after.text)) &&
  missing(literalsOf(before.text), literalsOf(after.text)).length === 0;

/** Findings that may want something to succeed that failed. */
const aboutFailing = /throw|rais(?:e|ing)|crash|panic|exception|accept|allow|reject|refus|\breturn|fail/i;

const isLetThrough = (
  weakness: Weakness,
  { before, after }: Match,
  { file, was, said }: { file: string; was: string; said: string },
  judge: Judge,
): boolean => {
  const paths = [file, was];
  if (weakness.kind === 'rewritten') return mayBecome(weakness.old, weakness.now, { before, after }, paths, judge);
  if (weakness.kind === 'loosened')
    return (
      judge.isAsked('loosened', paths) ||
      judge.isGone(before.text) ||
      isNothingSaid(before, after, judge) ||
      (isForgiven(before, after) && (asksFor(judge.findings, aboutFailing) || /reject|throw|rais/i.test(said))) ||
      isHeld(before, after, judge)
    );
  if (weakness.kind === 'replaced') return judge.isAsked('mocked', paths);
  return weakness.kind === 'guarded' && weakness.guard.kind !== 'swallowed' && judge.isAsked('skipped', paths);
};

const lineOf = ({ line }: Check, unit: Unit): string => unit.text.split('\n')[line - unit.line] ?? '';

const matchRemarks = (match: Match, { before, after }: Pair, pool: Pool, judge: Judge): Remark[] => {
  const newNames = new Map([...after.names].filter(([name]) => !before.names.has(name)));
  const weakness = weaknessOf(match.before, match.after, { checked: after.checks, own: pool.own, names: newNames });
  if (
    weakness === null ||
    isLetThrough(weakness, match, { file: after.file, was: before.file, said: lineOf(match.after, after) }, judge)
  )
    return [];
  if (weakness.kind === 'rewritten' && pool.isMadeAsOften(match.before.text)) return [];
  const isCapability = weakness.kind === 'guarded' && isGuardedBy(weakness.guard, after);
  return [notedIf(isCapability, weaknessRemark(weakness, match, after))];
};

const lostRemark = (check: Check, { before, after }: Pair): Remark => {
  const isRow = check.kind === 'row';
  return remark(after.file, after.line, {
    rule: isRow ? 'test-data-deleted' : 'assertion-removed',
    message: isRow
      ? `${named(before)} does not try ${about(check)} any more`
      : `${named(before)} does not check ${about(check)} any more`,
    accepted: isRow ? 'the cases as they were; code that makes them pass' : asBefore,
  });
};

/** Those that are in other tests now, with all their values. */
const takenFromPool = (lost: readonly Check[], pool: Pool): Check[] => {
  const { matches, lost: still } = matchExactly(lost, [...pool.checks].slice(0, 2_000));
  for (const { after } of matches) pool.checks.delete(after);
  return still;
};

/** In a test file that a finding is about, others may take the place of checks, if they are as many. */
const replaces = (count: number, pool: Pool): boolean => {
  const others = [...pool.checks].filter(({ isConstant, level }) => !isConstant && level >= 2).slice(0, count);
  if (others.length < count) return false;
  for (const each of others) pool.checks.delete(each);
  return true;
};

const emptied = ({ before, after }: Pair): Remark =>
  remark(after.file, after.line, {
    rule: 'test-emptied',
    message: `${named(after)} checks nothing any more`,
    accepted: `the test with its checks (${before.checks.length} before)`,
  });

/** That set-up worked is the business of the hook that does it now. */
const isPrepared = ({ expected, subject }: Check, { calls }: Unit, { prepared }: Pool): boolean =>
  /^(?:null|nil)$/.test(expected.trim()) &&
  [...subject.matchAll(/(\w+)\s*\(/g)].some(([, name = '']) => prepared.has(name) && !calls.has(name));

/** An error that a callback was given is thrown where the test awaits: that there is none need not be said. */
const isAwaited = ({ expected, subject }: Check, before: Unit, after: Unit): boolean =>
  /^(?:null|nil)$/.test(expected.trim()) &&
  /^(?:e|er|err|error)$/.test(subject.trim()) &&
  /\bawait\b/.test(after.text) &&
  !/\bawait\b/.test(before.text);

/** A function is called with nothing but values: what it gives does not hang on what was done before. */
const ofValues =
  /^(?:require \( "" \)(?: \. \w+)?|[\w$]+) \((?:[^\p{L}_$]|(?:null|undefined|true|false)\b|[\w$]+ :)*$/u;

/** It was made twice, and is still made. */
const isRepeated = ({ text, subject, expected }: Check, { texts }: Pool): boolean =>
  texts.has(text) && ofValues.test(`${subject} ~ ${expected}`.slice(0, 2_000).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'));

const namesIn = ({ subject }: Check): string[] => identifiersOf(subject);

/** Another check, which is new, says as much or more of the same thing. */
const isSurpassed = (check: Check, pair: Pair, judge: Judge): boolean => {
  const known = new Set(pair.before.checks.map(({ text }) => text));
  const names = namesIn(check);
  const isMore = (each: Check): boolean =>
    !known.has(each.text) && !each.isConstant && each.kind === 'exact' && each.positive && each.level >= check.level;
  const other = pair.after.checks.find((each) => isMore(each) && missing(names, namesIn(each)).length === 0);
  return (
    names.length > 0 &&
    other !== undefined &&
    judge.code === 'meaning' &&
    pair.after.checks.length >= pair.before.checks.length &&
    judge.mayRewrite(literalsOf(check.text), literalsOf(other.text), [pair.before.file, pair.after.file])
  );
};

/** The lines before it, since the check before, call what the patch took out of the code: `money.setAmount(6)`. */
const isAfterGone = ({ line }: Check, { checks, text, line: start }: Unit, { isGone }: Judge): boolean => {
  const last = Math.max(start, ...checks.map((each) => each.line).filter((each) => each < line));
  return (
    last > start &&
    isGone(
      text
        .split('\n')
        .slice(last - start + 1, line - start)
        .join('\n'),
    )
  );
};

/** Checks that are gone and have nothing in their place. */
const missed = (lost: readonly Check[], { before, after }: Pair, pool: Pool, judge: Judge): Check[] =>
  takenFromPool(lost, pool)
    .filter((check) => !isRepeated(check, pool))
    .filter((check) => !isAfterGone(check, before, judge))
    .filter((check) => !judge.isGone(check.text) && !isImplied(check, after.checks) && !isPrepared(check, after, pool))
    .filter((check) => !isSurpassed(check, { before, after }, judge))
    .filter((check) => !isAwaited(check, before, after) && !(judge.isOwn([after.file]) && pool.texts.has(check.text)));

/** The code is called in another way now, and no less is checked than before. */
const isFollowing = ({ before, after }: Pair, judge: Judge): boolean =>
  judge.code === 'meaning' &&
  (judge.callsChanged(before.text) || judge.givesOther(before.text)) &&
  after.checks.length >= before.checks.length;

export const compareChecks = (pair: Pair, pool: Pool, judge: Judge): Remark[] => {
  const { before, after } = pair;
  const paths = [before.file, after.file];
  const { matches, lost } = matchChecks(before.checks, after.checks);
  for (const match of matches) pool.checks.delete(match.after);
  const failed = matches.filter(({ before: was, after: is }) => was.kind !== 'throws' && is.kind === 'throws');
  const isFailing = failInstead([...failed.map((match) => match.before), ...lost], pair, judge);
  const kept = isFailing ? matches.filter((match) => !failed.includes(match)) : matches;
  const weak = kept.flatMap((match) => matchRemarks(match, pair, pool, judge));
  const gone = isFailing ? [] : missed(lost, pair, pool, judge);
  if (gone.length === 0 || judge.isAsked('removed', paths)) return weak;
  if ((judge.isOwn(paths) || isFollowing(pair, judge)) && replaces(gone.length, pool)) return weak;
  if (after.checks.length === 0 && after.kind === 'test') return [emptied(pair)];
  return [...weak, ...gone.map((check) => lostRemark(check, pair))];
};

/** A test that is not there any more is no loss where all that it checked is checked elsewhere. */
export const isKeptElsewhere = (unit: Unit, pool: Pool, isOwn: boolean): boolean => {
  if (unit.checks.length === 0) return false;
  const lost = takenFromPool(unit.checks, pool);
  return lost.length === 0 || (isOwn && replaces(lost.length, pool));
};
