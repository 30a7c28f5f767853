/** What a run starts from: the commit that HEAD names, or a snapshot of the work tree on top of it. */
import type { Revision } from '../../../ports/repo.ts';
import { gitText } from '../door/git.ts';
import { identityEnvironment } from '../result/commit.ts';
import { snapshotWorkTree } from '../user/dirty.ts';
import { readHead } from '../user/remembered/read-head.ts';
import type { Location } from '../user/locate.ts';
import { completeStart } from '../user/partial.ts';
import type { UserConfig } from '../user/user-config.ts';
import type { Frozen } from './frozen.ts';

export type Start = { start: Revision; head: Revision; branch: string | null; notes: string[] };

type StartOptions = {
  run: string;
  control: string;
  includeDirty: boolean;
  scratch: string;
  config: UserConfig;
  people: Pick<Frozen, 'author' | 'committer'>;
};

const commitSnapshot = async (parent: string, tree: string, options: StartOptions): Promise<Revision> => {
  const commit = await gitText(['commit-tree', '-p', parent, tree], {
    gitDir: options.control,
    env: identityEnvironment(options.people, new Date().toISOString()),
    input: `Work in progress when Fixpoint run ${options.run} started\n`,
  });
  return { commit, tree };
};

export const findStart = async (at: Location, options: StartOptions): Promise<Start> => {
  const { control, config, scratch } = options;
  const { commit, tree, branch } = await readHead(at);
  const head = { commit, tree };
  await completeStart(control, at, config, commit);
  if (!options.includeDirty) return { start: head, head, branch, notes: [] };
  const found = await snapshotWorkTree(at, { config, head, scratch, objects: `${control}/objects` });
  const start = found.tree === tree ? head : await commitSnapshot(commit, found.tree, options);
  return { start, head, branch, notes: found.notes };
};
