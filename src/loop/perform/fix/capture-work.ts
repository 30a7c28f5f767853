/** What an agent left and cannot be taken is its failure, and no reason to end the run. */
import { CaptureError } from '../../../ports/repo.ts';

/** For a capture that was rejected: why, if that is about what the agent left. */
export const uncapturable = (error: unknown): { problem: string } => {
  if (!(error instanceof CaptureError)) throw error;
  return { problem: error.message };
};
