/** Which events were seen with findings of which status, which events follow each other, and what else was met. */
import { FindingStatus } from '../../../src/model/finding.ts';
import { RunEvent, type StoredEvent } from '../../../src/model/event.ts';
import type { RunState } from '../../../src/loop/state/state.ts';
import { facetsOf } from './facets.ts';

export const eventTypes: readonly RunEvent['type'][] = RunEvent.options.map((option) => option.shape.type.value);
export const statuses = FindingStatus.options;

export class Coverage {
  readonly types = new Map<string, number>();
  readonly withStatus = new Map<string, number>();
  readonly successors = new Map<string, number>();
  readonly facets = new Map<string, number>();
  #previous = '';

  /** Before the event is folded: the status is the one that the finding has when the event comes. */
  see(event: StoredEvent, state: RunState): void {
    add(this.types, event.type);
    for (const status of concerned(event, state)) add(this.withStatus, `${event.type} ${status}`);
    for (const facet of facetsOf(event, state)) add(this.facets, facet);
    if (event.seq > 1) add(this.successors, `${this.#previous} ${event.type}`);
    this.#previous = event.type;
  }
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** The statuses of the findings that an event is about; one that names none is about all. */
const concerned = (event: StoredEvent, state: RunState): Set<FindingStatus> => {
  const ids = idsOf(event, state);
  if (ids === null) return new Set([...state.findings.values()].map(({ status }) => status));
  return new Set(ids.flatMap((id) => state.findings.get(id)?.status ?? []));
};

const idsOf = (event: StoredEvent, state: RunState): string[] | null => {
  const ofUnits = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => state.fixing.units.get(key)?.plan.findings ?? []);
  switch (event.type) {
    case 'finding.closed':
    case 'finding.fixed':
    case 'finding.reopened':
      return [event.id];
    case 'step.started':
      return event.units.flatMap((unit) => unit.findings);
    case 'attempt.judged':
      return Object.keys(event.results);
    case 'units.integrated':
      return ofUnits([...event.commits, ...event.conflicts].map(({ unit }) => unit));
    case 'units.ready':
      return ofUnits(event.units);
    case 'head.accepted':
      return ofUnits(event.units ?? []);
    case 'group.finished':
      return ofUnits(state.fixing.group?.commits.map(({ unit }) => unit) ?? []);
    default:
      return 'unit' in event ? ofUnits([event.unit]) : null;
  }
};
