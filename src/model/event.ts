/** Everything that happens in a run, as one union. The journal of these events is the only truth about a run. */
import { z } from 'zod';
import { attemptEvents } from './events/attempts.ts';
import { beginningEvents } from './events/beginning.ts';
import { callEvents } from './events/calls.ts';
import { checkEvents } from './events/checks.ts';
import { endingEvents } from './events/ending.ts';
import { findingEvents } from './events/findings.ts';
import { leftoverEvents } from './events/leftovers.ts';
import { resultEvents } from './events/results.ts';

export const RunEvent = z.discriminatedUnion('type', [
  ...beginningEvents,
  ...findingEvents,
  ...callEvents,
  ...checkEvents,
  ...attemptEvents,
  ...resultEvents,
  ...leftoverEvents,
  ...endingEvents,
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type RunEventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** An event with its place in the journal. Live events carry the number of the last stored one. */
export type StoredEvent = RunEvent & { run: string; seq: number; at: string };
