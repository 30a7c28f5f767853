/** 10.1: a journal as an earlier version would have written it folds to the same state. */
import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../../../src/model/event.ts';
import type { RunState } from '../../../src/loop/state/state.ts';
import { folded } from './examples.ts';
import { demand, type World } from './world.ts';

export const checkEarlierVersion = ({ state, scenario }: World, events: readonly StoredEvent[]): void => {
  if (scenario.config.verify.together !== 'each' || !isAsBefore(state, events)) return;
  demand(
    isDeepStrictEqual(comparable(folded(events.flatMap(earlier))), comparable(state)),
    '10.1: a journal of an earlier version folds to another state',
  );
};

/** Every group was proven as a whole, and nothing waits to be proven: earlier versions knew no other way. */
const isAsBefore = ({ fixing }: RunState, events: readonly StoredEvent[]): boolean =>
  [...fixing.working].every((key) => ['planned', 'started'].includes(fixing.units.get(key)?.phase ?? '')) &&
  events.every(({ type }) => type !== 'group.finished') &&
  acceptedWhole(events);

const acceptedWhole = (events: readonly StoredEvent[]): boolean => {
  const sizes = new Map(
    events.flatMap((event) =>
      event.type === 'units.integrated' ? [[event.group, event.commits.length] as const] : [],
    ),
  );
  return events.every((event) => event.type !== 'head.accepted' || sizes.get(event.group) === event.units?.length);
};

/** Neither that a fix is ready, nor that a head is accepted, nor that a check holds for parts was recorded. */
const earlier = (event: StoredEvent): StoredEvent[] => {
  switch (event.type) {
    case 'units.ready':
    case 'head.accepted':
      return [];
    case 'units.integrated': {
      const { group: _, ...rest } = event;
      return [rest];
    }
    case 'unit.split': {
      const { holds: _, ...rest } = event;
      return [rest];
    }
    default:
      return [event];
  }
};

/** An event less before a resume is a moment less under way; which group proved a fix was not said. */
const comparable = (state: RunState): unknown => withoutGroups({ ...state, time: { ...state.time, activeMs: 0 } });

const withoutGroups = (value: unknown): unknown => {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, withoutGroups(each)]));
  if (Array.isArray(value)) return value.map(withoutGroups);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'group');
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutGroups(each)]));
};
