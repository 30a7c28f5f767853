/**
 * Tests in whose place others stand: the code does something else now, and they ask as much of the same functions as
 * those that are gone.
 */
import type { Check, Unit } from '../../model.ts';
import type { Judge } from '../judge.ts';

const isReal = ({ isConstant, level, guards }: Check): boolean =>
  !isConstant && level >= 2 && !guards.some(({ kind }) => kind === 'swallowed' || kind === 'uncalled');

/** Functions of the code that a finding is about, which it calls; also within a check that is a macro. */
const subjectsOf = ({ calls, checks }: Unit, { isUnit }: Judge): string[] => {
  const asked = checks.flatMap(({ subject }) => subject.match(/[\p{L}_$][\w$]*(?= \()/gu) ?? []);
  return [...calls, ...asked].filter(isUnit);
};

/** It demands that something fails, or says exactly what comes out. */
const isStrict = ({ kind }: Check): boolean => kind === 'exact' || kind === 'throws';

/** A table is made of cases, and which of them are gone can be told one by one. */
const hasRows = ({ checks }: Unit): boolean => checks.some(({ kind }) => kind === 'row');

const fits = (gone: Unit, come: Unit, judge: Judge): boolean => {
  const asked = new Set(subjectsOf(come, judge));
  return (
    gone.file === come.file &&
    come.skips.length === 0 &&
    !hasRows(come) &&
    come.checks.filter(isReal).length >= Math.max(1, gone.checks.length) &&
    come.checks.some(isStrict) &&
    subjectsOf(gone, judge).some((name) => asked.has(name))
  );
};

/** Each test that is new stands for one that is gone. */
export const withoutReplaced = (lost: readonly Unit[], added: readonly Unit[], judge: Judge): Unit[] => {
  if (judge.code !== 'meaning') return [...lost];
  const free = new Set(added.filter(({ kind }) => kind === 'test'));
  return lost.filter((unit) => {
    const other = unit.kind === 'test' ? [...free].find((each) => fits(unit, each, judge)) : undefined;
    if (other === undefined || judge.isKept(unit.text)) return true;
    free.delete(other);
    return false;
  });
};
