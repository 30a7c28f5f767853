/** Which attempts begin now: those that can be paid for, never too many side by side. */
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { divide } from '../../../plain/divide.ts';
import type { Action } from '../../actions.ts';
import { affordable } from '../calls/budget.ts';
import { mayBegin } from '../../state/mode.ts';
import type { RunState } from '../../state/state.ts';
import { type UnitState, waitsForCall } from '../../state/unit.ts';

/** What is made at once is stored at once: more would keep people waiting for a word. */
const mostEdits = 500;

/** Calls of fixers that wait: those that can be paid for, and the first that cannot. */
export const waitingCalls = (state: RunState, units: readonly UnitState[]) => {
  const waiting = mayBegin(state) ? units.filter(waitsForCall) : [];
  const calls = waiting.map((unit) => ({ unit, agent: unit.plan.agent, role: 'fix' as const }));
  const paidFor = affordable(state, calls).map(({ unit }) => unit);
  return { paidFor, unpaid: waiting.find((unit) => !paidFor.includes(unit)) };
};

/** In the order of the plan, never more side by side than allowed; machine-made fixes take no time. */
export const attempts = (state: RunState, units: readonly UnitState[], waiting: readonly UnitState[]): Action[] => {
  const [machineMade, others] = divide(begunFirst(units, waiting), ({ plan }) => isMachineMade(plan));
  const edits = machineMade.slice(0, mostEdits).map(({ plan }) => plan.unit);
  return [
    ...(edits.length === 0 ? [] : [{ do: 'edit' as const, units: edits }]),
    ...others.slice(0, state.config.fix.concurrency).map((unit): Action => ({ do: 'attempt', unit: unit.plan.unit })),
  ];
};

/** What is under way, what was put off, and what is only planned. */
const begunFirst = (units: readonly UnitState[], waiting: readonly UnitState[]): UnitState[] => [
  ...units.filter((unit) => unit.phase === 'started' && !waitsForCall(unit)),
  ...waiting.filter((unit) => unit.phase === 'started'),
  ...waiting.filter((unit) => unit.phase === 'planned'),
];
