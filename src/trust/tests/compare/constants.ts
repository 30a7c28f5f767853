/** Values that tests are given by name: tolerances, inputs, switches. */
import type { Remark } from '../../../model/remark.ts';
import { isTestFile } from '../../test-files.ts';
import { canonical, literalsOf, missing } from '../text/tokens.ts';
import { type Judge, remark } from './judge.ts';
import type { Pair } from './pairs.ts';
import { listed, named } from './words.ts';

type Changed = { name: string; old: string[]; now: string[] };

const isImport = (value: string): boolean => /^(?:require|import)\b/.test(value);

const changedNames = ({ before, after }: Pair, isCodeKept: boolean): Changed[] =>
  [...before.names].flatMap(([name, value]) => {
    const next = after.names.get(name);
    if (typeof value !== 'string' || typeof next !== 'string' || value === next || isImport(value)) return [];
    const old = missing(literalsOf(value), literalsOf(next));
    if (old.length === 0 && isCodeKept && canonical(value) !== canonical(next) && !/[({]/.test(value))
      return [{ name, old: [value], now: [next] }];
    return old.length === 0 ? [] : [{ name, old, now: missing(literalsOf(next), literalsOf(value)) }];
  });

/** `elsewhere`: values that the changed tests still hold somewhere. */
export const constantRemarks = (pair: Pair, judge: Judge, elsewhere: ReadonlySet<string>): Remark[] => {
  const paths = [pair.before.file, pair.after.file];
  if (!isTestFile(pair.after.file)) return [];
  return changedNames(pair, judge.code === 'none')
    .map((each) => ({
      ...each,
      old: each.old.filter((value) => !elsewhere.has(value) || each.now.some((now) => /^(?:true|false)$/.test(now))),
    }))
    .filter(({ old, now }) => old.length > 0 && !judge.mayRewrite(old, now, paths))
    .filter(({ name, now }) => now.length > 0 || !judge.callsShortened(pair.before.names.get(name) ?? ''))
    .slice(0, 1)
    .map(({ name, old, now }) =>
      remark(pair.after.file, pair.after.line, {
        rule: 'test-data-changed',
        message: `${named(pair.after)}: “${name}” is ${listed(now)} where it was ${listed(old)}`,
        accepted: 'what the test is given, as it was',
      }),
    );
};
