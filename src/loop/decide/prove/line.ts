/** Fixes that wait to be proven: which of them make up the next group, and when (5.6). */
import type { Action } from '../../actions.ts';
import { groupSize } from '../../../stages/commit/split-group.ts';
import { provesTogether } from '../../../config/trust.ts';
import { baselineNow } from '../../state/baseline-now.ts';
import { mayBegin } from '../../state/mode.ts';
import { type RunState, workingUnits } from '../../state/state.ts';
import type { AnsweredUnit, UnitState } from '../../state/unit.ts';
import { madePlan } from '../turns.ts';
import { riskOf } from './risk.ts';

type ReadyUnit = Extract<UnitState, { phase: 'ready' }>;

/** `waits`: for more fixes that it has room for, as long as they may come. Empty while a group is being proven. */
export const formGroup = (state: RunState, waits = true): Action[] => {
  if (state.fixing.group || isPointless(state)) return [];
  const units = workingUnits(state);
  const line = units.filter((unit) => unit.phase === 'ready');
  if (line.length === 0) return [];
  const size = sizeOf(state, line);
  const isFull = size < line.length || size === state.config.verify.together || isHeldToTheStart(state);
  if (waits && !isFull && units.some((unit) => mayComeToo(state, unit))) return [];
  return [{ do: 'integrate', units: inOrder(state, line, size).map(({ plan }) => plan.unit) }];
};

/** The start fails, and nothing that was tried has changed that. */
const isPointless = ({ end }: RunState): boolean => end.stopping?.reason === 'baseline';

const sizeOf = (state: RunState, line: readonly ReadyUnit[]): number => {
  const { together } = state.config.verify;
  if (isHeldToTheStart(state)) return 1;
  if (typeof together === 'number') return Math.min(together, line.length);
  return groupSize(line.map((unit) => riskOf(state, unit)));
};

/**
 * A command fails on what is proven, and says nothing about single tests: a fix counts when less is reported with it,
 * and what others of its group remove says nothing about this one.
 */
const isHeldToTheStart = (state: RunState): boolean =>
  (baselineNow(state)?.commands ?? []).some(({ status, failedTests }) => status !== 'passed' && !failedTests);

/** It is being fixed or checked, and not put off. What was proven by itself does not wait for agents. */
const mayComeToo = (state: RunState, unit: UnitState): boolean => {
  switch (unit.phase) {
    case 'planned':
      return mayBegin(state) && provesTogether(state.config);
    case 'started':
      return unit.postponed === undefined && provesTogether(state.config);
    case 'answered':
    case 'checked':
      return true;
    case 'ready':
    case 'committed':
    case 'conflict':
    case 'removed':
    case 'proven':
    case 'judged':
      return false;
    default:
      return unit satisfies never;
  }
};

/** In the order of the findings, or of a plan that somebody made, so that commits follow it. */
const inOrder = (state: RunState, line: readonly ReadyUnit[], size: number): AnsweredUnit[] => {
  const order = madePlan(state)?.steps.flatMap(({ findings }) => findings) ?? [...state.findings.keys()];
  const rank = new Map(order.map((id, index) => [id, index]));
  const rankOf = ({ plan }: AnsweredUnit): number => rank.get(plan.findings[0] ?? '') ?? 0;
  return line.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, size);
};
