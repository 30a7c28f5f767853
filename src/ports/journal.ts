/**
 * The journal: for every run an append-only sequence of events with one writer at a time, an inbox for everybody else,
 * and how the run stands. Written so that it may lie on this machine or on a server.
 */
import type { Clean } from '../model/clean.ts';
import type { RunEvent, StoredEvent } from '../model/event.ts';
import { Expected } from '../model/expected.ts';
import type { RunCommand, StoredCommand } from '../model/run/run-command.ts';
import type { Standing } from '../model/run/standing.ts';

export type RunSummary = {
  run: string;
  repo: string;
  startedAt: string;
  lastSeq: number;
  /** Who holds the run; null as well when that process is known to be gone, or its lease has run out. */
  holder: { pid: number; host: string } | null;
  /** null before the first event. */
  standing: Standing | null;
};

/** Somebody else writes to the run, or took it over. */
export class NotTheWriterError extends Expected {
  override name = 'NotTheWriterError';

  constructor(message: string, options?: ErrorOptions) {
    super('busy', message, options);
  }
}

/**
 * A right to write to one run: a lease, which its holder renews by itself until it is released. When it runs out,
 * because the holder hangs or sleeps, others may claim the run; until one does, the holder may go on, and does.
 */
export type Writer = {
  run: string;
  /** Grows with every claim: the newest one is the only one that can write. */
  epoch: number;
  /**
   * Adds events durably, all or none, after the last one that this writer knows; returns them with their numbers.
   * An event that says when it happened keeps that time. `standing` is how the run stands after them.
   * Rejects with NotTheWriterError once the run was claimed by somebody else.
   */
  append: (events: readonly (RunEvent & { at?: string })[], standing?: Standing) => Promise<StoredEvent[]>;
  /** Aborts when it turns out that somebody else has claimed the run; the reason is a NotTheWriterError. */
  lost: AbortSignal;
  /** Gives the run up; the journal stays. Nothing can be added afterwards. May be called twice. */
  release: () => Promise<void>;
  /** Takes back the creation of a run that could not begin; one that has events stays, and is given up. */
  abandon: () => Promise<void>;
};

/** A writer in the hands of those who append: it takes only what was cleaned. */
export type CleanWriter = Omit<Writer, 'append'> & {
  append: (events: readonly Clean<RunEvent & { at?: string }>[], standing?: Standing) => Promise<StoredEvent[]>;
};

export type Lease = {
  /** How long a holder may be silent before others may claim its run; a minute by default. */
  leaseMs?: number;
};

/**
 * `prefix`: of the name of the run, in every repository. `begun`: without those that ended before their first event.
 */
export type RunSelection = { begun?: boolean; limit?: number } & ({ repo?: string } | { prefix: string });

export type Journal = {
  /** Starts the journal of a new run and claims it. */
  create: (run: string, repo: string, lease?: Lease) => Promise<Writer>;
  /**
   * Claims an existing run. Rejects with NotTheWriterError while somebody holds it. A holder on this machine that is
   * gone does not count, however long its lease still is.
   */
  claim: (run: string, lease?: Lease) => Promise<Writer>;
  read: (run: string, which?: { after?: number; type?: RunEvent['type'] }) => Promise<StoredEvent[]>;
  /**
   * Events after a number as they are added, here or by another process, each once and in order, for any number of
   * readers. Ends when the signal aborts or the journal is closed; not with the run, which may be resumed.
   * The events are shared between readers: nobody may change them.
   */
  tail: (run: string, after: number, signal?: AbortSignal) => AsyncIterable<StoredEvent>;
  /** Newest first. Reads no events. */
  list: (which?: RunSelection) => Promise<RunSummary[]>;
  find: (run: string) => Promise<RunSummary | null>;
  /** Puts a command into the inbox of a run, whoever holds it and whether anybody does; once for each id. */
  send: (run: string, command: RunCommand) => Promise<void>;
  /** The commands of a run after a number, in order. They stay: what was carried out is told by the events. */
  commands: (run: string, after?: number) => Promise<StoredCommand[]>;
  /** Ends tails, gives up what is still held, and closes. May be called twice. */
  close: () => Promise<void>;
};
