/** Decides that a head counts: it was verified as exactly that tree, or there is nothing to verify it with (7.5). */
import type { RunEvent } from '../../../model/event.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { headIsVerified } from '../../state/head.ts';
import { currentCycle, type RunState, stepUnits } from '../../state/state.ts';

/** Null when the head counts already, when nothing was put on it, and as long as nothing proves it. */
export const acceptance = (state: RunState): RunEvent | null => {
  const { config } = state;
  const { head } = state.code;
  const step = currentCycle(state)?.step;
  const hasNew = step !== undefined && stepUnits(state, step).some(({ phase }) => phase === 'committed');
  if (!hasNew || headIsVerified(state)) return null;
  if (config.verify.commands.length === 0) return { type: 'head.accepted', head };
  const shown = state.checks.verified.get(head.tree);
  if (!shown || !isAcceptable(shown, config)) return null;
  return { type: 'head.accepted', head, verification: shown.verdict };
};
