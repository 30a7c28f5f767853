/** Whether a fix that was refused is tried again in the same cycle, and how; the next cycle tries it in any case. */
import type { Attempt } from '../../model/attempt.ts';
import { isSolved } from '../../model/challenge.ts';
import { gateNamed } from '../../stages/gates/gates.ts';

/** Good by itself, as far as anybody said, and refused with others that it could not be separated from. */
export const isHeldBack = ({ gate, challenge }: Attempt): boolean =>
  gate === 'challenge' && (!challenge || isSolved(challenge));

/** `tried`: those of this cycle that count, of which the last was refused. Null: it waits for the next cycle. */
export const tryAgain = (tried: readonly Attempt[]): { alone: boolean } | null => {
  const last = tried.at(-1);
  if (last && isRetriedAtOnce(last)) return { alone: isHeldBack(last) };
  return isFirstConflict(tried) ? { alone: true } : waitForTheNextCycle;
};

/** All that is open has a turn again when the next cycle opens (`tryWhatIsOpenAgain` in between-steps.ts). */
const waitForTheNextCycle = null;

/** The gate that refused it says so, such as that of challengers; alone where others were the reason. */
const isRetriedAtOnce = ({ gate }: Attempt): boolean => gateNamed(gate)?.retry.when === 'at once';

/** The next time nobody else is in its way. */
const isFirstConflict = (tried: readonly Attempt[]): boolean =>
  tried.at(-1)?.result === 'conflict' && tried.filter(({ result }) => result === 'conflict').length === 1;
