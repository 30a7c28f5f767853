/** The journal: an append-only sequence of events per run, with one writer at a time. */
import type { Clean } from '../model/clean.ts';
import type { RunEvent, StoredEvent } from '../model/event.ts';
import { Expected } from '../model/expected.ts';
import type { Finding } from '../model/finding.ts';

export type RunSummary = {
  run: string;
  repo: string;
  startedAt: string;
  lastSeq: number;
  /** The process that writes now, if it is still alive. */
  owner: { pid: number; host: string } | null;
  finished: boolean;
};

/** Somebody else writes to the run, or took it over. */
export class NotTheWriterError extends Expected {
  override name = 'NotTheWriterError';

  constructor(message: string) {
    super('busy', message);
  }
}

/** A right to write to one run. It ends when another process claims the run. */
export type Writer = {
  run: string;
  epoch: number;
  /**
   * Adds events durably, all or none, after the last one that this writer knows; returns them with their numbers.
   * An event that says when it happened keeps that time.
   * Rejects with NotTheWriterError once the run was claimed by another process.
   */
  append: (events: readonly (RunEvent & { at?: string })[]) => Promise<StoredEvent[]>;
  /** Gives the run up; the journal stays. */
  release: () => Promise<void>;
  /** Takes back the creation of a run that could not begin; one that has events stays. */
  abandon: () => Promise<void>;
};

/** A writer in the hands of those who append: it takes only what was cleaned. */
export type CleanWriter = Omit<Writer, 'append'> & {
  append: (events: readonly Clean<RunEvent & { at?: string }>[]) => Promise<StoredEvent[]>;
};

export type Journal = {
  /** Starts the journal of a new run and claims it. */
  create: (run: string, repo: string) => Promise<Writer>;
  /** Claims an existing run. Rejects with NotTheWriterError while its writer is alive. */
  claim: (run: string) => Promise<Writer>;
  read: (run: string, afterSeq?: number) => Promise<StoredEvent[]>;
  /** Newest first. */
  list: (repo?: string) => Promise<RunSummary[]>;
  find: (run: string) => Promise<RunSummary | null>;
  /** The findings that the newest runs of a repository took up, each as it was seen last. */
  remember: (repo: string, runs: number) => Promise<Finding[]>;
  /** Asks the writer of a run to cancel; twice asks it to end at once. */
  requestCancel: (run: string) => Promise<void>;
  /** How often cancelling was asked for since the last claim. */
  cancelRequests: (run: string) => Promise<number>;
  close: () => void;
};
