/** Finds the runs of a repository that does not lie where it was when they began. */
import { foldAll } from '../../loop/state/fold.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { RunSummary } from '../../ports/journal.ts';
import type { App } from '../app.ts';
import { isAbout, openIfThere } from './whereabouts.ts';

/** Asked only where the state folder has nothing for this place: it looks into a run of every repository. */
export const runsMovedHere = async (app: App, folder: string): Promise<RunSummary[]> => {
  const runs = (await (await app.journal()).list()).filter(({ lastSeq }) => lastSeq > 0);
  const here = runs.length === 0 ? null : await openIfThere(app, folder);
  if (!here) return [];
  const found = new Set<string>();
  for (const [repo, ofOne] of Map.groupBy(runs, (summary) => summary.repo)) {
    const started = await startOf(app, ofOne);
    if (started && (await isAbout(app, started, here.root))) found.add(repo);
  }
  return runs.filter(({ repo }) => found.has(repo));
};

/** Of the newest run, which knows best where the repository was last seen. */
const startOf = async (app: App, [newest]: readonly RunSummary[]): Promise<RunEventOf<'run.started'> | undefined> =>
  newest && foldAll(await (await app.journal()).read(newest.run))?.run.started;
