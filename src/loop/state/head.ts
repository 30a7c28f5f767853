/** The head of a run. */
import type { RunState } from './state.ts';

/** Whether everything that was taken in was verified as exactly that tree. */
export const headIsVerified = ({ code }: RunState): boolean => code.head.commit === code.verifiedHead.commit;
