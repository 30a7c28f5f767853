/** Takes what an agent left in its workspace; what cannot be taken is its failure, and no reason to end the run. */
import { type Capture, CaptureError, type Custody, type Workspace } from '../../../ports/repo.ts';

export const captureWork = async (
  custody: Pick<Custody, 'capture'>,
  workspace: Workspace,
  base: string,
  signal?: AbortSignal,
): Promise<Capture | { problem: string }> => {
  try {
    return await custody.capture(workspace, base, signal);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return { problem: error.message };
  }
};
