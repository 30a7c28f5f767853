/**
 * Sends an outbox. The list of our issues is looked at before, and once more after something was created: where
 * another machine has filed the same finding meanwhile, the oldest issue stays (docs/decisions/0030).
 */
import type { RunEvent } from '../../../model/event.ts';
import { TrackerError, type Tracker } from '../../../ports/tracker.ts';
import { type HeldIssue, heldIssues } from '../../../stages/leftovers/decide.ts';
import { ownLabel } from '../../../stages/leftovers/issue-text.ts';
import type { OutboxEntry } from '../../../stages/leftovers/outbox.ts';
import { createPatient, type PatienceOptions } from './patient.ts';
import { closeDuplicates, type Desk, type Sent, sendOne } from './send-one.ts';

export type Sending<Entry extends OutboxEntry> = PatienceOptions & {
  tracker: Tracker;
  /** What the tracker has, where somebody has looked just now. */
  held?: Map<string, HeldIssue[]>;
  /** Adds an event to the run of an entry; durable when it resolves. */
  emit: (entry: Entry, event: RunEvent) => Promise<void>;
};

const refOf = ({ finding, plan }: OutboxEntry): Pick<OutboxEntry, 'finding' | 'plan'> => ({ finding, plan });

/** The issues of each finding. */
export const lookAround = async (tracker: Tracker, patience: PatienceOptions): Promise<Map<string, HeldIssue[]>> => {
  const patient = createPatient(patience);
  return heldIssues(await patient.ask(() => tracker.list(ownLabel)));
};

/** Never rejects for what a tracker does: what could not be sent says why, and stays. */
export const sendOutbox = async <Entry extends OutboxEntry>(
  entries: readonly Entry[],
  sending: Sending<Entry>,
): Promise<void> => {
  const unsent = new Set(entries);
  try {
    await sendAll(unsent, sending);
  } catch (error) {
    const message = messageOf(error);
    for (const entry of unsent) await sending.emit(entry, { type: 'leftover.failed', ...refOf(entry), error: message });
  }
};

const messageOf = (error: unknown): string => {
  if (error instanceof TrackerError) return error.message;
  throw error;
};

const sendAll = async <Entry extends OutboxEntry>(unsent: Set<Entry>, sending: Sending<Entry>): Promise<void> => {
  const desk = deskFor(sending);
  const held = sending.held ?? (await desk.look());
  const confirm = async (entry: Entry, { doing, issue }: Sent): Promise<void> => {
    await sending.emit(entry, { type: 'leftover.confirmed', ...refOf(entry), doing, issue });
    unsent.delete(entry);
  };
  const created = new Map<Entry, Sent>();
  for (const entry of Array.from(unsent)) {
    const sent = await orRefused(() => sendOne(desk, entry, held.get(entry.finding) ?? []), sending, entry);
    if (sent === null) unsent.delete(entry);
    else if (sent.doing === 'create') created.set(entry, sent);
    else await confirm(entry, sent);
  }
  if (created.size === 0) return;
  const now = await desk.look();
  for (const [entry, sent] of created) await confirm(entry, await settle(desk, sent, now.get(entry.finding) ?? []));
};

const deskFor = <Entry extends OutboxEntry>(sending: Sending<Entry>): Desk<Entry> => {
  const { tracker } = sending;
  const patient = createPatient(sending);
  return {
    tracker,
    patient,
    look: async () => heldIssues(await patient.ask(() => tracker.list(ownLabel))),
    tellSent: (entry, doing) => sending.emit(entry, { type: 'leftover.sent', ...refOf(entry), doing }),
  };
};

/** Null: this one is refused, and the others may go on. */
const orRefused = async <Entry extends OutboxEntry>(
  work: () => Promise<Sent>,
  { emit }: Sending<Entry>,
  entry: Entry,
): Promise<Sent | null> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.fault !== 'refused') throw error;
    await emit(entry, { type: 'leftover.failed', ...refOf(entry), error: error.message });
    return null;
  }
};

/** The oldest counts: whoever was later closes its own, and refers to that one. */
const settle = async (
  desk: Parameters<typeof closeDuplicates>[0],
  sent: Sent,
  held: readonly HeldIssue[],
): Promise<Sent> => {
  const [kept, ...others] = held;
  if (!kept) return sent;
  await closeDuplicates(desk, kept, others);
  const { number, url } = kept;
  return { doing: number === sent.issue?.number ? sent.doing : 'nothing', issue: { number, url } };
};
