/** Reads a run from its events. */
import { foldAll } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import { InputError } from '../../model/expected.ts';
import type { App } from '../app.ts';

const readState = async (app: App, run: string): Promise<RunState> =>
  foldAll(run, await (await app.journal()).read(run));

/** The state of a run that really began. */
export const readStarted = async (
  app: App,
  run: string,
): Promise<RunState & { started: NonNullable<RunState['started']> }> => {
  const state = await readState(app, run);
  const { started } = state;
  if (!started)
    throw new InputError(`Run ${run} ended before it began, so there is nothing to go on with. Start it again.`);
  return { ...state, started };
};
