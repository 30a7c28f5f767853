/** The outbox of a run: what is wanted of each issue, and how far that has come. A fold of events. */
import type { RunEvent } from '../../model/event.ts';
import type { IssueRef } from '../../model/finding/leftover.ts';
import type { DatedPlan, Decision } from './decide.ts';

export type OutboxEntry = DatedPlan & {
  stage: 'planned' | 'sent' | 'confirmed';
  /** What the tracker was asked for, once it was. */
  doing?: Decision;
  issue?: IssueRef | null;
  /** Why it could not be sent when that was last tried. */
  error?: string;
};

/** By id of the finding. */
export type Outbox = Map<string, OutboxEntry>;

export const isWaiting = ({ stage }: OutboxEntry): boolean => stage !== 'confirmed';

/** Changes the outbox by one event; others are no concern of it. */
export const foldOutbox = (outbox: Outbox, event: RunEvent & { at: string }): void => {
  if (event.type === 'leftover.planned') {
    const { type: _, ...plan } = event;
    outbox.set(event.finding, { ...plan, stage: 'planned' });
    return;
  }
  if (event.type !== 'leftover.sent' && event.type !== 'leftover.confirmed' && event.type !== 'leftover.failed') return;
  const entry = outbox.get(event.finding);
  if (entry?.plan === event.plan) outbox.set(event.finding, after(entry, event));
};

type Told = Extract<RunEvent, { type: 'leftover.sent' | 'leftover.confirmed' | 'leftover.failed' }>;

const after = (entry: OutboxEntry, event: Told): OutboxEntry => {
  const { error: _, ...rest } = entry;
  if (event.type === 'leftover.sent') return { ...rest, stage: 'sent', doing: event.doing };
  if (event.type === 'leftover.failed') return { ...rest, error: event.error };
  return { ...rest, stage: 'confirmed', doing: event.doing, issue: event.issue };
};
