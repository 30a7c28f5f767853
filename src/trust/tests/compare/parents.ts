/** What stands at a unit and at all that it is in. */
import type { Mark, Unit } from '../model.ts';

export const withParents = (unit: Unit, of: (unit: Unit) => readonly Mark[]): Mark[] => {
  const all: Mark[] = [];
  for (let each: Unit | null = unit; each !== null; each = each.parent) all.push(...of(each));
  return all;
};
