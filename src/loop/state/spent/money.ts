/** What a run has used, and what its budget counts as used up. */
import type { Usage } from '../../../model/attempt.ts';
import type { Stage } from '../../../model/call.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';

/** `unpriced`: calls of which nobody knows what they cost. */
export type FixerCost = { calls: number; unpriced: number; used: Usage };

export type MoneyState = {
  /** What calls said that they used, in all and by role. */
  used: Usage;
  usedBy: Map<Stage, Usage>;
  /** By agent that was paid for fixes. */
  fixers: Map<string, FixerCost>;
  /**
   * Used up as far as the budget goes: also what was set aside for calls that say nothing, or were never heard of
   * again.
   */
  spent: Reserved;
  /** The same by stage, and by id of the finding that it was spent on. */
  spentBy: Map<Stage, Reserved>;
  spentOn: Map<string, Reserved>;
  /** The most that one call of an agent has used. */
  largestCalls: Map<string, Reserved>;
};
