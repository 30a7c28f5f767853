/** Sends what waits, place by place. */
import { leftoversOf } from '../../loop/decide/leftovers.ts';
import { sendOutbox } from '../../loop/perform/leftovers/send.ts';
import type { RunEvent } from '../../model/event.ts';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import { TrackerError, type Trackers } from '../../ports/tracker.ts';
import type { App } from '../app.ts';
import type { HeldRuns } from './hold-runs.ts';
import type { RunEntry } from './outboxes.ts';

export type Posting = { app: App; trackers: Trackers; runs: HeldRuns; signal: AbortSignal };

type Parcel = { place: TrackerPlace; entries: RunEntry[] };

export const sendWaiting = async (posting: Posting, entries: readonly RunEntry[]): Promise<void> => {
  const parcels = new Map<string, Parcel>();
  for (const entry of entries) {
    const place = placeOf(posting, entry);
    if (place instanceof TrackerError) await tellFailed(posting, [entry], place);
    else parcelFor(parcels, place).entries.push(entry);
  }
  for (const parcel of parcels.values())
    await posting.trackers.inTurn(parcel.place, () => sendParcel(posting, parcel), posting.signal);
};

const parcelFor = (parcels: Map<string, Parcel>, place: TrackerPlace): Parcel => {
  const key = `${place.kind} ${place.web} ${place.project}`;
  const parcel = parcels.get(key) ?? { place, entries: [] };
  parcels.set(key, parcel);
  return parcel;
};

/** Where it was to go when it was planned; where nothing said so then, something may now. */
const placeOf = ({ trackers, runs }: Posting, { run, to, place }: RunEntry): TrackerPlace | TrackerError => {
  if (place) return place;
  const state = runs.stateOf(run);
  const remote = state?.run.started.repository?.remote ?? null;
  try {
    return trackers.locate({ to, remote, repository: state && leftoversOf(state).repository });
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
};

const sendParcel = async (posting: Posting, { place, entries }: Parcel): Promise<void> => {
  const { app, trackers, runs, signal } = posting;
  const [first] = entries.map(({ run }) => runs.stateOf(run));
  const { wait = 0, pause = 0 } = first ? leftoversOf(first) : {};
  const emit = ({ run }: RunEntry, event: RunEvent): Promise<void> => runs.emit(run, event);
  try {
    const tracker = await trackers.open(place);
    await sendOutbox(entries, { tracker, emit, clock: app.clock, signal, waitMs: wait, pauseMs: pause });
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await tellFailed(posting, entries, error);
  }
};

const tellFailed = async (
  { runs }: Posting,
  entries: readonly RunEntry[],
  { message }: TrackerError,
): Promise<void> => {
  for (const { run, finding, plan } of entries)
    await runs.emit(run, { type: 'leftover.failed', finding, plan, error: message });
};
