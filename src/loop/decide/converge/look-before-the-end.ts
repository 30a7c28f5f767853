/** A run that stops early, as for its budget, does not end worse than it began: tools look, which cost nothing. */
import { isFailure } from '../../../model/run/outcome.ts';
import { modeOf } from '../../state/mode.ts';
import { type RunState, workingUnits } from '../../state/state.ts';
import { waitsForCall } from '../../state/unit.ts';
import { unbegun } from '../calls/per-finding.ts';
import { unfinished } from '../closings.ts';
import { type Question, record } from '../first-of.ts';
import { lastLook } from '../rounds.ts';

/**
 * What was planned and never begun is given up, and nobody is asked anything: a resumed run plans it anew. Where fixes
 * or reviews are half done, a resumed run goes on with them, and nothing is looked at.
 */
export const lookBeforeTheEnd: Question = (state) => {
  const units = workingUnits(state);
  if (!mayLook(state) || !units.every(waitsForCall)) return null;
  const look = lastLook(state);
  if (look.length === 0) return null;
  const waiting = units.map(({ plan }) => unbegun(plan.unit, plan.agent, state.end.stopping?.message ?? ''));
  return record(waiting) ?? record([...unfinished(state), ...look]);
};

const mayLook = (state: RunState): boolean => {
  const { stopping } = state.end;
  return (
    modeOf(state) === 'stopping' && stopping !== undefined && !isFailure(stopping.reason) && state.reviews.admitted
  );
};
