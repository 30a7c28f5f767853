/** Adds events to the journal of a run, as they may leave the process. */
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { CleanWriter } from '../../ports/journal.ts';
import type { App } from '../app.ts';

export const append = async (app: App, writer: CleanWriter, events: readonly RunEvent[]): Promise<StoredEvent[]> => {
  const { clean } = await app.secrets();
  return writer.append(events.map((event) => clean(event)));
};
