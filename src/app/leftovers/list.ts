/** Lists what is to be in trackers, and whether it is there. */
import type { IssueRef, TrackerKind, WantedIssue } from '../../model/finding/leftover.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { readOutboxes, type RunEntry } from './outboxes.ts';

export type ListedLeftover = {
  run: string;
  /** Id of the finding: the fingerprint by which its issue is found. */
  finding: string;
  title: string;
  to: TrackerKind;
  project: string | null;
  want: WantedIssue;
  /** `sent`: the tracker was asked, and its answer was not heard. `superseded`: a later run has planned otherwise. */
  state: 'waiting' | 'sent' | 'confirmed' | 'superseded';
  issue: IssueRef | null;
  error: string | null;
};

const stateOf = ({ stage, superseded }: RunEntry): ListedLeftover['state'] => {
  if (stage === 'confirmed') return 'confirmed';
  if (superseded) return 'superseded';
  return stage === 'sent' ? 'sent' : 'waiting';
};

const listed = (entry: RunEntry): ListedLeftover => ({
  run: entry.run,
  finding: entry.finding,
  title: entry.title,
  to: entry.to,
  project: entry.place?.project ?? null,
  want: entry.want,
  state: stateOf(entry),
  issue: entry.issue ?? null,
  error: entry.error ?? null,
});

/** Of the repository here, newest run first. `waiting`: only those that are still to be sent. */
export const listLeftovers = async (
  app: App,
  { waiting, ...options }: Options & { waiting?: boolean | undefined } = {},
): Promise<ListedLeftover[]> => {
  const entries = (await readOutboxes(app, options)).map(listed);
  const { clean } = await app.secrets();
  return clean(waiting === true ? entries.filter(({ state }) => state === 'waiting' || state === 'sent') : entries);
};
