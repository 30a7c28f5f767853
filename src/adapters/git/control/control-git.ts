/** The one way to run git on a control repository: nothing is run before its seal was looked at. */
import { markVariable } from '../../process/descendants.ts';
import { git } from '../door/git.ts';
import type { GitCall, GitOutput } from '../door/git-call.ts';
import type { RunPaths } from './paths.ts';

export type ControlGit = (args: readonly string[], call?: GitCall) => Promise<GitOutput>;

/** A checkout can outlive the process that began it: with the run's mark, a resumed run finds and ends it. */
const marked = (call: GitCall, { workspaces }: RunPaths, run: string): GitCall => {
  if (call.workTree?.startsWith(`${workspaces}/`) !== true) return call;
  return { ...call, env: { ...call.env, [markVariable]: `${run}/git` } };
};

export const controlGit =
  (paths: RunPaths, run: string, forGit: () => void): ControlGit =>
  async (args, call = {}) => {
    forGit();
    return git(args, { gitDir: paths.control, ...marked(call, paths, run) });
  };
