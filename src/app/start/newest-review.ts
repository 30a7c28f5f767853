/** The review that `fixpoint fix` means when nothing is named: the newest one of this repository. */
import type { RunEvent } from '../../model/event.ts';
import { InputError } from '../../model/expected.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { App } from '../app.ts';
import type { Options, StartOptions } from '../options.ts';
import { listRuns } from '../runs/find-run.ts';

/** How far back we look for one. */
const farBack = 1000;

export const newestReview = async (app: App, options: Options): Promise<string> => {
  const runs = await listRuns(app, options, farBack);
  const newest = runs.find(({ standing }) => standing?.command === 'review');
  if (newest) return newest.run;
  throw new InputError(
    'There is nothing to fix yet: no findings were named, and there is no review of this repository. ' +
      'Name a file with findings, as in `fixpoint fix results.sarif`, start with `fixpoint review`, ' +
      'or name a plan with --plan FILE.',
    'not-found',
  );
};

/** What a user is to know when the code that was reviewed is not the code that is fixed. */
export const reviewedElsewhere = (
  { run: { id, started } }: RunState,
  head: string,
  { includeDirty = false }: Pick<StartOptions, 'includeDirty'>,
): RunEvent[] => {
  const sawDirty = started.request.includeDirty === true;
  if (sawDirty && includeDirty) return [];
  const { commit } = started.start;
  const message = sawDirty
    ? `Review ${id} looked at your uncommitted changes too, and this run starts without them: --include-dirty takes ` +
      'them in.'
    : `Review ${id} looked at ${commit.slice(0, 12)}, and your last commit is ${head.slice(0, 12)} now: some places ` +
      'may have moved. `fixpoint review` looks again.';
  return !sawDirty && commit === head ? [] : [{ type: 'warning', message }];
};
