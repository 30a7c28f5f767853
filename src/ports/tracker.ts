/** Trackers: where leftovers become issues. Written for servers that answer late, twice, or not at all. */
import type { IssueRef, TrackerKind, TrackerPlace } from '../model/finding/leftover.ts';

/**
 * `limited`: not done; asking again later will do. `unclear`: it may have been done. `refused`: not done, and asking
 * again does not help. `shut`: the same, for whatever is asked.
 */
export type TrackerFault = 'limited' | 'unclear' | 'refused' | 'shut';

export class TrackerError extends Error {
  override name = 'TrackerError';
  readonly fault: TrackerFault;
  /** How long the server says to wait; null when it does not say. */
  readonly waitMs: number | null;

  constructor(fault: TrackerFault, message: string, waitMs: number | null = null) {
    super(message);
    this.fault = fault;
    this.waitMs = waitMs;
  }
}

/** An issue as the tracker has it. */
export type TrackedIssue = IssueRef & {
  title: string;
  body: string;
  labels: string[];
  open: boolean;
  /** Closed as something that nobody will do. */
  unplanned: boolean;
  /** By somebody who may label issues: whoever else writes our marker into one is not believed. */
  trusted: boolean;
};

export type NewIssue = { title: string; body: string; labels: readonly string[] };
/** What is not given stays. `duplicate` and `unplanned` say why it is closed, where the tracker has words for that. */
export type IssueUpdate = Partial<NewIssue> & { state?: 'open' | 'done' | 'unplanned' | 'duplicate' };

/** Every method rejects with TrackerError, and with nothing else. None tries again by itself. */
export type Tracker = {
  /** All issues with this label, closed ones too, in the order in which they were made. */
  list: (label: string) => Promise<TrackedIssue[]>;
  /** The newest hundred of them: whether somebody has made one just now. */
  newest: (label: string) => Promise<TrackedIssue[]>;
  create: (issue: NewIssue) => Promise<TrackedIssue>;
  update: (number: number, changes: IssueUpdate) => Promise<TrackedIssue>;
  /** Comments on an issue by people who are trusted, oldest first. */
  comments: (number: number) => Promise<string[]>;
  comment: (number: number, body: string) => Promise<void>;
};

/** `remote`: where the repository was fetched from. */
export type TrackerSettings = { to: TrackerKind; repository?: string | undefined; remote: string | null };

export type Trackers = {
  /** Where issues go; asks nobody. Throws TrackerError when nothing says where. */
  locate: (settings: TrackerSettings) => TrackerPlace;
  /** Rejects with TrackerError without a token, or with one that would go to a server that it is not for. */
  open: (place: TrackerPlace) => Promise<Tracker>;
  /** Two processes of this machine never file issues at one place at the same time. Null when the signal came first. */
  inTurn: <T>(place: TrackerPlace, work: () => Promise<T>, signal: AbortSignal) => Promise<T | null>;
};
