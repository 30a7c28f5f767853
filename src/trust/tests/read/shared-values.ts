/** What a test says once for all rows of its table: `count(row.total, 5)`. */
import type { Check, Unit } from '../model.ts';
import { literalsOf } from '../text/tokens.ts';

/** It is made for every row, and says exactly what is expected. */
const isMade = ({ kind, positive, isConstant, guards }: Check): boolean =>
  kind === 'exact' && positive && !isConstant && guards.every((guard) => /^(?:loop|callback)$/.test(guard.kind));

const valuesIn = ({ checks }: Unit): string[] =>
  checks.filter(isMade).flatMap(({ subject, expected }) => [...literalsOf(subject), ...literalsOf(expected)]);

const deepest = 10;

/** Itself and what it stands in. */
const aroundIt = (unit: Unit): Unit[] => {
  const all: Unit[] = [];
  for (let each: Unit | null = unit; each !== null && all.length < deepest; each = each.parent) all.push(each);
  return all;
};

const hasRows = ({ kind, checks }: Unit): boolean => kind === 'test' && checks.some((each) => each.kind === 'row');

/** Gives the rows of tests what the checks say that go through them. */
export const shareValues = (units: readonly Unit[]): void => {
  const shared = new Map<Unit, string[]>();
  for (const unit of units) if (hasRows(unit)) shared.set(unit, []);
  for (const unit of units) for (const each of aroundIt(unit)) shared.get(each)?.push(...valuesIn(unit));
  for (const [unit, values] of shared) for (const check of unit.checks) if (check.kind === 'row') check.shared = values;
};
