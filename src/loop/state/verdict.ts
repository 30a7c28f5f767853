/** What a call of a reviewer is worth. */
import type { CallState } from './state.ts';

/** Whether its part of the change counts as reviewed. */
export const hasVerdict = ({ outcome, answer }: NonNullable<CallState['answer']>): boolean =>
  outcome === 'ok' && answer?.role === 'review' && answer.verdict !== 'error';
