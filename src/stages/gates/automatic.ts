/** Scores of 0 that need no challenger (6.5): changes that cannot be what they claim to be. */
import type { Challenge } from '../../model/challenge.ts';
import type { Subject } from './gate.ts';

/** Machine-made fixes are not challenged. */
export const isChallenged = ({ config, isMachineMade }: Subject): boolean =>
  config.challenger.agents.length > 0 && !isMachineMade;

/** Nothing where nobody gives scores. */
export const automaticZero = (subject: Subject, feedback: string): { challenge?: Challenge } => {
  if (!isChallenged(subject)) return {};
  const { threshold } = subject.config.challenger;
  return { challenge: { score: 0, threshold, feedback, improvements: [], votes: [] } };
};
