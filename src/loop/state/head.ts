/** The head of a run. */
import type { RunState } from './state.ts';

/** Whether everything that was taken in was verified as exactly that tree. */
export const headIsVerified = (state: RunState): boolean => state.head?.commit === state.verifiedHead?.commit;
