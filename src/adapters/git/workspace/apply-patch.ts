/**
 * Applies a patch that nobody vouches for to a workspace: git itself refuses what leads out of it, into `.git`, or
 * through a link.
 */
import { git } from '../door/git.ts';
import { GitFailure } from '../door/git-call.ts';

/** Null when it was applied; otherwise why not, and then nothing of it was. */
export const applyPatch = async (workspace: string, patch: Uint8Array): Promise<string | null> => {
  try {
    await git(['apply', '--binary', '--whitespace=nowarn', '-'], {
      gitDir: `${workspace}/.git`,
      workTree: workspace,
      cwd: workspace,
      input: patch,
    });
    return null;
  } catch (failure) {
    return failure instanceof GitFailure ? failure.stderr.trim() || failure.message : String(failure);
  }
};
