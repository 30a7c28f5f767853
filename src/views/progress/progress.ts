/** The entries of PROGRESS.txt that a run leads to: a fold of its events. */
import type { StoredEvent } from '../../model/event.ts';
import { consumer } from '../../model/run/per-event.ts';
import type { State } from './state.ts';
import { takeUp } from './reviews.ts';
import { judged, closed, fixedTogether } from './fixes.ts';
import { learning, type ProgressFolds, unmentioned } from './learning.ts';

const adding = {
  'findings.admitted': ({ findings, at }, state) => takeUp(state, findings, at),
  'attempt.judged': (event, state) => judged(state, event, event.at),
  'finding.fixed': (event, state) => fixedTogether(state, event, event.at),
  'finding.closed': (event, state) => closed(state, event, event.at),
  'run.finished': ({ at }, state) => takeUp(state, [], at),
} satisfies Partial<ProgressFolds>;

const apply = consumer<string[] | void, [State]>({ ...learning, ...adding, ...unmentioned });

/** Gives the entries that an event adds. Events must come in order, from the first. */
export const createProgress = (): ((event: StoredEvent) => string[]) => {
  const settings = { reviewers: [], limits: { cycles: 0, attemptsPerFinding: null } };
  const state: State = { settings, isSource: false, reviews: new Map(), findings: new Map(), units: new Map() };
  return (event) => apply(event, state) ?? [];
};
