/** Decides that a head counts: it was verified as exactly that tree, or there is nothing to verify it with (7.5). */
import type { Config } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import { headIsVerified } from '../../state/head.ts';
import { currentCycle, type RunState, stepUnits } from '../../state/state.ts';

/** Null when the head counts already, when nothing was put on it, and as long as nothing proves it. */
export const acceptance = (state: RunState, config: Config): RunEvent | null => {
  const { head } = state;
  const step = currentCycle(state)?.step;
  const hasNew = step !== undefined && stepUnits(state, step).some(({ phase }) => phase === 'committed');
  if (!head || !hasNew || headIsVerified(state)) return null;
  if (config.verify.commands.length === 0) return { type: 'head.accepted', head };
  const shown = state.verified.get(head.tree);
  if (!shown || !isAcceptable(shown, config)) return null;
  return { type: 'head.accepted', head, verification: shown.verdict };
};
