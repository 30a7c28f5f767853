/** The user's repository: read, never written, except for the run's pin and its branch. */
import { join } from 'node:path';
import type { Repo } from '../../../ports/repo.ts';
import { committedTree } from './committed.ts';
import { objectReader } from '../door/object-reader.ts';
import { isDirty } from './dirty.ts';
import { factsAt, renamesBetween } from './facts.ts';
import { type FactsSource, historyOf } from './history.ts';
import { readHead } from './remembered/read-head.ts';
import { locate, type Location } from './locate.ts';
import { mergeBase, publishedCommit } from './merge-base.ts';
import { hasCommit } from '../control/rebuild/require.ts';
import { readUserText } from '../door/read-text.ts';
import { branchesIn } from '../result/hand-over.ts';
import { reviewBase } from './review-base.ts';
import { explained, runsIn } from './runs.ts';
import { surveyOf } from '../trees/survey.ts';
import { makeStateDir } from '../control/state-dir.ts';
import { readUserConfig } from './user-config.ts';

export { copyTree } from '../workspace/copy-tree.ts';
export { started as gitProcesses } from '../door/start-git.ts';
export { removeByForce } from '../workspace/remove.ts';

const withSource = async <T>(at: Location, work: (source: FactsSource) => Promise<T>): Promise<T> => {
  const reader = objectReader({ gitDir: at.gitDir });
  try {
    return await work({ gitDir: at.gitDir, shallow: join(at.commonDir, 'shallow'), blob: reader.read });
  } finally {
    reader.end();
  }
};

type OfCommits = Pick<
  Repo,
  | 'has'
  | 'published'
  | 'readText'
  | 'survey'
  | 'committed'
  | 'facts'
  | 'inHistory'
  | 'renames'
  | 'mergeBase'
  | 'reviewBase'
  | 'branches'
>;

/** What is read of commits, whatever is checked out. */
const commitsIn = (at: Location): OfCommits => ({
  has: (commit) => hasCommit(at, commit),
  published: (commit) => publishedCommit(at, commit),
  readText: (revision, file) => readUserText(at, revision, file),
  survey: (revision, tells) => surveyOf(at, revision, tells),
  committed: (ref) => committedTree(at, ref),
  ...namesIn(at),
  mergeBase: (ref) => mergeBase(at, ref),
  reviewBase: async (ref) => reviewBase(at, (await readHead(at)).commit, ref),
  branches: async () => [...(await branchesIn(at.commonDir)).keys()],
});

/** What became of names. */
const namesIn = (at: Location): Pick<Repo, 'facts' | 'inHistory' | 'renames'> => ({
  facts: (revision, files) => withSource(at, (source) => factsAt(source, revision, files)),
  inHistory: (revision, files) => withSource(at, (source) => historyOf(source, revision, files)),
  renames: (from, to) => renamesBetween(at.gitDir, from, to),
});

/**
 * Rejects with RepoError when the folder is not in a repository that a run can start from. `id`: of its state folder,
 * where that is not named after the place where the repository lies now.
 */
export const openRepo = async (cwd: string, options: { stateDir: string; id?: string }): Promise<Repo> => {
  const here = await locate(cwd);
  const at = { ...here, id: options.id ?? here.id };
  await readHead(at);
  const dir = makeStateDir(options.stateDir, at);
  const scratch = join(dir, at.id, 'tmp');
  return {
    root: at.root,
    id: at.id,
    head: () => readHead(at),
    isDirty: () =>
      explained(at, async () => isDirty(at, await readUserConfig(at), (await readHead(at)).commit, scratch)),
    ...runsIn(at, { dir, scratch }),
    ...commitsIn(at),
  };
};
