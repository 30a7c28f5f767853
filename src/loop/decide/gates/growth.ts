/** By how many lines fixes make the code longer: one of them, and all of a run. */
import type { FileChange } from '../../../model/attempt.ts';
import type { Evidence } from '../../../stages/gates/gate.ts';
import { isLockFile } from '../../../stages/gates/protected/kinds.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit, UnitState } from '../../state/unit.ts';

/** What takes out more than it puts in makes room for others. */
const linesMore = (files: readonly FileChange[]): number =>
  files
    .filter(({ path }) => !isLockFile(path))
    .reduce((sum, { added, removed }) => sum + (added ?? 0) - (removed ?? 0), 0);

const growthOfUnit = (unit: UnitState): number =>
  isMachineMade(unit.plan) ? 0 : linesMore(unit.answer?.snapshot?.files ?? []);

export const growthIn = ({ fixing, code }: RunState, unit: AnsweredUnit): Evidence['growth'] => {
  const own = growthOfUnit(unit);
  const taken = new Set(code.commits.map((commit) => commit.unit));
  const isCounted = (each: UnitState): boolean =>
    each !== unit && (taken.has(each.plan.unit) || each.phase === 'ready' || each.phase === 'committed');
  const others = [...fixing.units.values()].filter(isCounted).reduce((sum, each) => sum + growthOfUnit(each), 0);
  return { own, run: others + own };
};
