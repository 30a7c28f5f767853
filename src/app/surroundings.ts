/** What findings are judged by before a run begins: the repository, earlier runs, and what people decided. */
import { rememberFindings } from '../findings/admit/remember.ts';
import { factsBefore, type Surroundings } from '../findings/admit/take-up.ts';
import type { Files, FilesPlace } from '../ports/files.ts';
import type { CommittedTree, Repo } from '../ports/repo.ts';
import type { App } from './app.ts';

export type SurroundingsRequest = {
  repo: Repo;
  /** Look at the files as they are, not as they were committed last. */
  workTree: boolean;
  newSince?: NewSince | undefined;
  /** Where dispositions are taken from, in place of the work tree. */
  from?: CommittedTree | undefined;
};

/** What `--new-since` names: what it was called, and the commit at which the current branch left it. */
export type NewSince = { ref: string; commit: string };

const dispositionsIn = async (files: Files, place: FilesPlace): ReturnType<Surroundings['dispositions']> => {
  const { kept, warnings } = await files.dispositions.read(place);
  return { dispositions: kept.map(({ disposition }) => disposition), warnings };
};

export const surroundingsOf = async (
  app: App,
  { repo, workTree, newSince, from }: SurroundingsRequest,
): Promise<Surroundings> => {
  const [{ commit }, files] = await Promise.all([repo.head(), app.files()]);
  return {
    facts: (names) => (workTree ? files.workTreeFacts(repo, commit, names) : repo.facts(commit, names)),
    known: async () => rememberFindings(await app.journal(), repo.id),
    dispositions: () => dispositionsIn(files, { root: repo.root, from }),
    now: app.clock.now,
    since: newSince && { ref: newSince.ref, facts: (names) => factsBefore(repo, newSince.commit, commit, names) },
  };
};

export const resolveNewSince = async (repo: Repo, ref: string | undefined): Promise<NewSince | undefined> =>
  ref === undefined ? undefined : { ref, commit: await repo.mergeBase(ref) };
