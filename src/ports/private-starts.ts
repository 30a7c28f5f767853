/**
 * What resuming a run needs and its events may not say: where a path or the configuration holds a secret, they are kept
 * beside the journal as they were written, readable by their owner only.
 */
import type { RunEventOf } from '../model/event.ts';

type Started = RunEventOf<'run.started'>;
type Of = { repo: string; run: string };

export type PrivateStarts = {
  /** Keeps nothing where there is no secret. */
  keep: (of: Of, started: Started) => Promise<void>;
  /** The beginning of a run as it was written. */
  restore: <T extends Started>(of: Of, started: T) => Promise<T>;
};
