/** What findings are judged by before a run begins: the repository, earlier runs, and what people decided. */
import { factsBefore, type Surroundings } from '../findings/admit/take-up.ts';
import type { Journal } from '../ports/journal.ts';
import type { CommittedTree, Repo } from '../ports/repo.ts';
import { readDispositions } from '../adapters/files/dispositions.ts';
import { remembered } from './engine.ts';
import { workTreeFacts } from '../adapters/files/work-tree.ts';

export type SurroundingsRequest = {
  repo: Repo;
  journal: Journal;
  /** The commit that is looked at, or that the work tree is based on. */
  commit: string;
  /** Look at the files as they are, not as they were committed. */
  workTree: boolean;
  newSince?: NewSince | undefined;
  /** Where dispositions are taken from, in place of the work tree. */
  from?: CommittedTree | undefined;
};

/** What `--new-since` names: what it was called, and the commit at which the current branch left it. */
export type NewSince = { ref: string; commit: string };

export const surroundingsOf = ({
  repo,
  journal,
  commit,
  workTree,
  newSince,
  from,
}: SurroundingsRequest): Surroundings => ({
  facts: (files) => (workTree ? workTreeFacts(repo, commit, files) : repo.facts(commit, files)),
  known: () => journal.remember(repo.id, remembered),
  dispositions: () => readDispositions({ root: repo.root, from }),
  now: () => new Date(),
  since: newSince && { ref: newSince.ref, facts: (files) => factsBefore(repo, newSince.commit, commit, files) },
});

export const resolveNewSince = async (repo: Repo, ref: string | undefined): Promise<NewSince | undefined> =>
  ref === undefined ? undefined : { ref, commit: await repo.mergeBase(ref) };
