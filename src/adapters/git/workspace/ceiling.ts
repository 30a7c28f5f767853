/**
 * What a process in a workspace must be given, so that a git without its `.git` never finds a repository further up.
 */
import { dirname } from 'node:path';

/** Environment for anything that is started in a workspace. */
export const workspaceEnvironment = (workspace: string): { GIT_CEILING_DIRECTORIES: string } => ({
  GIT_CEILING_DIRECTORIES: dirname(workspace),
});
