/** Decides that a head counts: it was verified as exactly that tree, or there is nothing to verify it with (7.5). */
import type { RunEvent } from '../../../model/event.ts';
import { proveGroup } from '../prove/prove-group.ts';
import type { RunState } from '../../state/state.ts';

/** Null when nothing is proven that does not count already. */
export const acceptance = (state: RunState): RunEvent | null =>
  proveGroup(state).decided.find(({ type }) => type === 'head.accepted') ?? null;
