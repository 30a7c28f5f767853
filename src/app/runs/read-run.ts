/** Reads a run from its events. */
import type { Config } from '../../config/schema.ts';
import { foldAll } from '../../loop/state/fold.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { StoredEvent } from '../../model/event.ts';
import { InputError } from '../../model/expected.ts';
import type { Journal } from '../../ports/journal.ts';
import type { App } from '../app.ts';

/** The state of a run that really began. */
export const readState = async (app: Pick<App, 'journal'>, run: string): Promise<RunState> =>
  stateFrom(run, await (await app.journal()).read(run));

/** `written`: the configuration with what the journal does not have of it. */
export const stateFrom = (run: string, events: readonly StoredEvent[], written?: Config): RunState => {
  const state = foldAll(events, written);
  if (state) return state;
  if (events.some(({ type }) => type === 'run.started')) throw new InputError(whyUnusable(run));
  throw new InputError(`Run ${run} ended before it began, so there is nothing to resume. Start it again.`);
};

export const whyUnusable = (run: string): string =>
  `Run ${run} has no configuration that this version can use. Start it again.`;

/** All of its events up to that number. */
export const eventsUpTo = async (journal: Pick<Journal, 'read'>, run: string, last: number): Promise<StoredEvent[]> =>
  last <= 0 ? [] : (await journal.read(run)).filter(({ seq }) => seq <= last);
