/** More time, or more than one try, for a test that was there before. */
import type { Remark } from '../../../model/remark.ts';
import type { Mark } from '../model.ts';
import { durationIn } from '../text/durations.ts';
import { canonical } from '../text/tokens.ts';
import { type Judge, remark } from './judge.ts';
import type { Pair } from './pairs.ts';
import { withParents } from './parents.ts';
import { named } from './words.ts';

const numberIn = (text: string): number =>
  Number(
    (/\d[\d_]*(?:\.\d+)?/.exec(text.replace(/^[\s\S]*?(?:timeout|Timeout)\b/i, '')) ??
      /\d[\d_]*/.exec(text) ?? ['0'])[0].replaceAll('_', ''),
  );

/** Frameworks with a limit of their own: a limit above that gives more time. */
const ownLimit = 5_000;

/** By their units where all have one, and as plain numbers where none has. */
const isLonger = (text: string, before: readonly Mark[]): boolean => {
  const value = durationIn(text);
  const old = before.map((mark) => durationIn(mark.text));
  const known = old.filter((each) => each !== undefined);
  if (value !== undefined && known.length === old.length) return value > Math.max(...known);
  return numberIn(text) > Math.max(...before.map((mark) => numberIn(mark.text)));
};

const isRaised = ({ text }: Mark, before: readonly Mark[]): boolean => {
  const value = numberIn(text);
  if (/(?:t|this\.)imeout\(\s*0\s*\)/i.test(text)) return true;
  if (before.length > 0) return isLonger(text, before);
  return /^(?:\d|\{|jest|this|test|vi)/.test(text.trim()) && value > ownLimit;
};

const newRetries = ({ before, after }: Pair): Mark[] => {
  const known = new Set(withParents(before, ({ retries }) => retries).map(({ text }) => canonical(text)));
  return withParents(after, ({ retries }) => retries).filter(({ text }) => !known.has(canonical(text)));
};

const raisedLimits = ({ before, after }: Pair): Mark[] => {
  const known = withParents(before, ({ limits }) => limits);
  return withParents(after, ({ limits }) => limits).filter((mark) => isRaised(mark, known));
};

export const limitRemarks = (pair: Pair, judge: Judge): Remark[] => {
  const { before, after } = pair;
  if (judge.isAsked('slowed', [before.file, after.file])) return [];
  const [retry] = newRetries(pair);
  const [raised] = raisedLimits(pair);
  const slowed = { rule: 'time-limit-raised', message: `${named(after)} is given more time` };
  const retried = { rule: 'retries-added', message: `${named(after)} is tried more often before it fails` };
  return [
    ...(retry ? [remark(after.file, retry.line, { ...retried, accepted: 'the test run once' })] : []),
    ...(raised ? [remark(after.file, raised.line, { ...slowed, accepted: 'the time limit as it was' })] : []),
  ];
};
