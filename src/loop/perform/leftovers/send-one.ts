/** Brings the issue of one finding to where it is wanted. May be done any number of times. */
import type { IssueChange, IssueRef } from '../../../model/finding/leftover.ts';
import type { TrackedIssue, Tracker } from '../../../ports/tracker.ts';
import {
  bodyWithMarker,
  type Decision,
  decideChange,
  duplicateBody,
  hasArrived,
  heldIssues,
  type HeldIssue,
  labelsAfter,
} from '../../../stages/leftovers/decide.ts';
import { ownLabel } from '../../../stages/leftovers/issue-text.ts';
import { noteMarker } from '../../../stages/leftovers/marker.ts';
import type { OutboxEntry } from '../../../stages/leftovers/outbox.ts';
import type { Patient } from './patient.ts';

type Asking = { tracker: Tracker; patient: Patient };
/** The issues of each finding, as they are now. */
type Looking = { look: () => Promise<Map<string, HeldIssue[]>> };

export type Desk<Entry extends OutboxEntry> = Asking &
  Looking & {
    /** Durable when it resolves: the tracker is asked afterwards. */
    tellSent: (entry: Entry, doing: IssueChange) => Promise<void>;
  };

export type Sent = { doing: Decision; issue: IssueRef | null };

const refOf = ({ number, url }: IssueRef): IssueRef => ({ number, url });

export const sendOne = async <Entry extends OutboxEntry>(
  desk: Desk<Entry>,
  entry: Entry,
  held: readonly HeldIssue[],
): Promise<Sent> => {
  const [kept, ...others] = held;
  if (kept) await closeDuplicates(desk, kept, others);
  if (hasArrived(entry, kept)) return finishArrived(desk, entry, kept);
  const doing = decideChange(entry, kept);
  if (doing === 'create') {
    const made = await madeMeanwhile(desk, entry);
    if (made.length > 0) return sendOne(desk, entry, made);
  }
  if (doing === 'nothing' || doing === 'superseded') return { doing, issue: kept ? refOf(kept) : null };
  await desk.tellSent(entry, doing);
  const issue = kept ? await change(desk, entry, kept, doing) : await create(desk, entry);
  return { doing, issue: refOf(issue) };
};

/** Another machine may be filing the same findings: what it has made since we looked is not made again. */
const madeMeanwhile = async ({ tracker, patient }: Asking, { finding }: OutboxEntry): Promise<HeldIssue[]> =>
  heldIssues(await patient.ask(() => tracker.newest(ownLabel))).get(finding) ?? [];

/** The request was heard, and the answer was not: only the comment may be missing. */
const finishArrived = async (desk: Asking, entry: OutboxEntry, kept: HeldIssue): Promise<Sent> => {
  const doing = entry.doing ?? 'nothing';
  if (doing === 'close' || doing === 'reopen') await addNote(desk, entry, kept.number);
  return { doing, issue: refOf(kept) };
};

const create = ({ tracker, patient, look }: Asking & Looking, entry: OutboxEntry): Promise<TrackedIssue> =>
  patient.once(
    () => tracker.create({ title: entry.title, body: bodyWithMarker(entry), labels: entry.labels }),
    async () => (await look()).get(entry.finding)?.[0],
  );

const stateFor = { create: 'open', update: 'open', reopen: 'open', close: 'done' } as const;

const change = async (desk: Asking, entry: OutboxEntry, kept: HeldIssue, doing: IssueChange): Promise<TrackedIssue> => {
  const state = entry.want === 'dismissed' ? 'unplanned' : stateFor[doing];
  const { title, labels } = entry;
  const update = (): Promise<TrackedIssue> =>
    desk.tracker.update(kept.number, {
      title,
      body: bodyWithMarker(entry),
      labels: labelsAfter(kept.labels, labels),
      ...(doing !== 'update' && { state }),
    });
  // What an issue is set to, it may be set to twice.
  const issue = await desk.patient.once(update, async () => undefined);
  if (doing === 'close' || doing === 'reopen') await addNote(desk, entry, kept.number);
  return issue;
};

const addNote = async ({ tracker, patient }: Asking, { plan, note }: OutboxEntry, number: number): Promise<void> => {
  if (note === undefined) return;
  const marker = noteMarker(plan);
  const find = async (): Promise<true | undefined> =>
    (await tracker.comments(number)).some((body) => body.startsWith(marker)) || undefined;
  if ((await patient.ask(find)) === true) return;
  await patient.once(async () => tracker.comment(number, `${marker}\n${note}`).then(() => true as const), find);
};

/** Whoever sees two closes all but the oldest: it does not matter who made them, or who closes them. */
export const closeDuplicates = async (
  { tracker, patient }: Asking,
  kept: HeldIssue,
  others: readonly HeldIssue[],
): Promise<void> => {
  for (const other of others)
    await patient.once(
      () => tracker.update(other.number, { body: duplicateBody(other, kept), state: 'duplicate' }),
      async () => undefined,
    );
};
