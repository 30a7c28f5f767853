/** Which changes are checked by themselves now, and which are taken apart. */
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { divide } from '../../../plain/divide.ts';
import type { Action } from '../../actions.ts';
import { type Attempted, isChecked } from '../gates/evidence.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';

/** A change about several findings is taken apart once it was checked by itself, where that is done at all. */
export const checks = ({ config }: RunState, lacking: readonly Attempted[]): Action[] => {
  const unchecked = lacking.filter((attempted) => !isChecked(attempted));
  const separable = lacking.filter(isChecked);
  const most = config.verify.concurrency ?? config.fix.concurrency;
  return [
    ...begunFirst(unchecked)
      .slice(0, most)
      .map(({ unit }): Action => ({ do: 'check', unit: unit.plan.unit })),
    ...separable.map(({ unit }): Action => ({ do: 'split', unit: unit.plan.unit, holds: holdsAsAWhole(unit, config) })),
  ];
};

/** Whoever was begun with goes on: others that come before it in the plan do not push it aside. */
const begunFirst = (unchecked: readonly Attempted[]): Attempted[] =>
  divide(unchecked, ({ unit }) => unit.phase === 'answered' && unit.isBeingChecked === true).flat();

const holdsAsAWhole = ({ check }: UnitState, config: RunState['config']): boolean =>
  check !== undefined && isAcceptable(check, config);
