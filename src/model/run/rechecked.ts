/** Which proofs are about the finding itself. Apart from their schema: a list of runs says it, and is to start fast. */
import type { Proof } from '../proof.ts';

/** Whether somebody looked at the finding itself, not only at the code around it. */
export const isRechecked = (proof: readonly Proof[]): boolean => proof.some((each) => each !== 'tests');
