/** By how many lines fixes make the code longer: one of them, and all of a run. */
import type { FileChange } from '../../../model/attempt.ts';
import type { Evidence } from '../../../stages/gates/gate.ts';
import { isLockFile } from '../../../stages/gates/protected/kinds.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import { type RunState, workingUnits } from '../../state/state.ts';
import type { AnsweredUnit, UnitState } from '../../state/unit.ts';

/** What takes out more than it puts in makes room for others. */
const linesMore = (files: readonly FileChange[]): number =>
  files
    .filter(({ path }) => !isLockFile(path))
    .reduce((sum, { added, removed }) => sum + (added ?? 0) - (removed ?? 0), 0);

const linesOf = new WeakMap<readonly FileChange[], number>();

/** What was changed stays as it is, and is asked for with every other fix. */
const linesMoreIn = (files: readonly FileChange[]): number => {
  const lines = linesOf.get(files) ?? linesMore(files);
  linesOf.set(files, lines);
  return lines;
};

const growthOfUnit = (unit: UnitState | undefined): number => {
  const files = unit?.answer?.snapshot?.files;
  return !unit || !files || isMachineMade(unit.plan) ? 0 : linesMoreIn(files);
};

/** Units of the head, as far as its commits were gone through. */
type Taken = { commits: readonly Commit[]; count: number; units: Set<string>; lines: number };

const known = new WeakMap<RunState['fixing']['units'], Taken>();

/** Commits are added to a head, or it gets another list: only what is new is counted. */
const takenIn = ({ fixing, code: { commits } }: RunState): Taken => {
  const before = known.get(fixing.units);
  const isSame = before?.commits === commits && before.count <= commits.length;
  const taken: Taken = isSame ? before : { commits, count: 0, units: new Set(), lines: 0 };
  for (const { unit } of commits.slice(taken.count)) {
    if (!taken.units.has(unit)) taken.lines += growthOfUnit(fixing.units.get(unit));
    taken.units.add(unit);
  }
  taken.count = commits.length;
  known.set(fixing.units, taken);
  return taken;
};

export const growthIn = (state: RunState, unit: AnsweredUnit): Evidence['growth'] => {
  const own = growthOfUnit(unit);
  const taken = takenIn(state);
  let others = taken.lines - (taken.units.has(unit.plan.unit) ? own : 0);
  for (const each of workingUnits(state))
    if (each !== unit && isWaiting(each) && !taken.units.has(each.plan.unit)) others += growthOfUnit(each);
  return { own, run: others + own };
};

const isWaiting = ({ phase }: UnitState): boolean => phase === 'ready' || phase === 'committed';
