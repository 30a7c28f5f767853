/** What came of an attempt, as people are told everywhere: in the terminal, in reports and in issues. */
import type { AttemptResult } from '../attempt.ts';

export const attemptWords: Readonly<Record<AttemptResult, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  'no-change': 'no changes applied',
  'not-answered': 'no answer for this finding',
  'agent-error': 'the agent failed',
  timeout: 'the agent ran out of time',
  cancelled: 'cancelled',
  conflict: 'conflicts with another fix',
};

/** What a reason says beyond these words, if it begins with them: nobody is told twice. Null where it does not. */
export const toldByReason = (result: AttemptResult, reason: string): string | null => {
  const words = `${attemptWords[result]}: `;
  return reason.startsWith(words) ? reason.slice(words.length) : null;
};
