/**
 * A consumer of events as a table with an entry for every type: a new event is an error until each consumer says what
 * it
 * does with it.
 */
import type { RunEvent, RunEventOf, StoredEvent } from '../event.ts';

type EventType = RunEvent['type'];
type EventTypes = { [Type in EventType]: RunEventOf<Type> & Pick<StoredEvent, 'run' | 'seq' | 'at'> };

export type PerEvent<Result, Rest extends readonly unknown[] = []> = {
  readonly [Type in EventType]: (event: EventTypes[Type], ...rest: Rest) => Result;
};

const consume = <Type extends EventType, Result, Rest extends readonly unknown[]>(
  table: PerEvent<Result, Rest>,
  event: EventTypes[Type] & { type: Type },
  rest: Rest,
): Result => table[event.type](event, ...rest);

export const consumer =
  <Result, Rest extends readonly unknown[] = []>(
    table: PerEvent<Result, Rest>,
  ): ((event: StoredEvent, ...rest: Rest) => Result) =>
  (event, ...rest) =>
    consume(table, event, rest);
