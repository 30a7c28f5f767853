/** What takes the events of a run while it is under way. */
import type { Clean } from '../../model/clean.ts';
import type { StoredEvent } from '../../model/event.ts';
import type { Notice } from '../signals.ts';

export type EventSink = {
  event: (event: Clean<StoredEvent>) => void | Promise<void>;
  /** Takes in what happened before the run was resumed, and shows none of it. */
  recall?: (event: Clean<StoredEvent>) => void;
  end: () => void | Promise<void>;
  /** Shows a line at once without breaking what is drawn; without it, standard error will do. */
  note?: (text: Notice) => void;
  /** Leaves the terminal to somebody else until `resume`. */
  pause?: () => Promise<void>;
  resume?: () => Promise<void>;
};
