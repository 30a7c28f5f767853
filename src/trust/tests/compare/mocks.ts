/** A test that replaces what it tests by a stand-in checks the stand-in. */
import type { Remark } from '../../../model/remark.ts';
import type { Mark, Unit } from '../model.ts';
import { canonical } from '../text/tokens.ts';
import { type Judge, remark } from './judge.ts';
import { replacedBy } from './weakness/replaced-names.ts';
import { named } from './words.ts';

const fileOf = (unit: Unit): Unit => (unit.parent === null ? unit : fileOf(unit.parent));

const isCalledIn = (name: string, text: string): boolean => canonical(text).includes(`${name} (`);

/** What a check is about: the call whose result is compared. */
const testedCalls = (unit: Unit, name: string): boolean =>
  unit.checks.some(
    ({ subject, kind }) => kind !== 'row' && isCalledIn(name, subject) && !/toHaveBeenCalled|called/.test(subject),
  );

const isProductive = ({ text }: Mark): boolean => !/^(?:Mockito\.)?(?:mock|spy)\s*\(|^Object\./.test(text);

/** What the tests around a stand-in call is what it replaces. */
const replacesTested = (mark: Mark, unit: Unit, after: readonly Unit[], source: string, judge: Judge): boolean => {
  const concerned = after.filter((each) => each === unit || (unit.kind !== 'test' && each.file === unit.file));
  const isForAll = unit.kind !== 'test' && !after.some(({ kind, file }) => kind === 'test' && file === unit.file);
  return replacedBy(mark, fileOf(unit), source)
    .filter((name) => name !== '')
    .some(
      (name) =>
        (isForAll && judge.isUnit(name)) ||
        concerned.some((each) => testedCalls(each, name) || (judge.isUnit(name) && each.calls.has(name))),
    );
};

export const mockRemarks = (
  after: readonly Unit[],
  before: readonly Unit[],
  sources: ReadonlyMap<string, string>,
  judge: Judge,
): Remark[] => {
  const known = new Set(before.flatMap(({ mocks }) => mocks.map(({ text }) => canonical(text))));
  return after.flatMap((unit) => {
    const fresh = unit.mocks.filter((mark) => !known.has(canonical(mark.text)) && isProductive(mark));
    if (fresh.length === 0 || judge.isAsked('mocked', [unit.file])) return [];
    const hit = fresh.find((mark) => replacesTested(mark, unit, after, sources.get(unit.file) ?? '', judge));
    if (hit === undefined) return [];
    const message = `${named(unit)} replaces what it tests by a stand-in`;
    const accepted = 'a test of the code itself; stand-ins only for what it works with';
    return [remark(unit.file, hit.line, { rule: 'unit-mocked', message, accepted })];
  });
};
