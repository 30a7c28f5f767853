/** What the views of other systems have in common. */
import type { StoredEvent } from '../../model/event.ts';
import type { PerEvent } from '../../model/run/per-event.ts';

/** Turns one event into what the other system would have said, or nothing. Events must come in order. */
export type EventView = (event: StoredEvent) => Record<string, unknown> | null;

export const nothing = (): null => null;

/** Neither of them has a word for these. */
export const unsaid = {
  'run.resumed': nothing,
  'run.waiting': nothing,
  'run.stopping': nothing,
  'run.handed-over': nothing,
  'leftover.planned': nothing,
  'leftover.sent': nothing,
  'leftover.confirmed': nothing,
  'leftover.failed': nothing,
  'leftovers.filed': nothing,
  'cancel.requested': nothing,
  'limits.set': nothing,
  'process.started': nothing,
  'commits.kept': nothing,
  'run.moved': nothing,
  warning: nothing,
  'round.started': nothing,
  'review.started': nothing,
  'review.scoped': nothing,
  'review.finished': nothing,
  'findings.admitted': nothing,
  'finding.closed': nothing,
  'finding.fixed': nothing,
  'finding.reopened': nothing,
  'places.moved': nothing,
  'call.postponed': nothing,
  'call.finished': nothing,
  'question.asked': nothing,
  'question.answered': nothing,
  'questions.answered': nothing,
  'plan.made': nothing,
  'baseline.started': nothing,
  'baseline.finished': nothing,
  'recheck.started': nothing,
  'recheck.finished': nothing,
  'agent.replaced': nothing,
  'attempt.activity': nothing,
  'attempt.postponed': nothing,
  'attempt.finished': nothing,
  'unit.split': nothing,
  'units.integrated': nothing,
  'round.measured': nothing,
  'head.accepted': nothing,
  'head.restored': nothing,
  'units.ready': nothing,
  'group.finished': nothing,
} satisfies Partial<PerEvent<null>>;
