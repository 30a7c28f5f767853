/**
 * Pairs of event and finding status that no history can reach, each with the reason. All others must be reached by a
 * campaign.
 */
import type { RunEvent } from '../../../src/model/event.ts';
import type { FindingStatus } from '../../../src/model/finding.ts';
import { type Coverage, eventTypes, statuses } from './coverage.ts';
import { facets } from './facets.ts';

type Unreachable = { types: readonly RunEvent['type'][]; statuses: readonly FindingStatus[]; because: string };

const all = ['open', 'deferred', 'fixed', 'blocked', 'dismissed'] as const;
const final = ['fixed', 'blocked', 'dismissed'] as const;

/** From a call to a judgement. */
const ofUnits = [
  'attempt.started',
  'attempt.postponed',
  'attempt.finished',
  'unit.split',
  'check.started',
  'check.finished',
  'attempt.judged',
  'units.integrated',
  'units.ready',
  'head.accepted',
  'group.finished',
] as const;

export const unreachable: readonly Unreachable[] = [
  {
    types: ['run.started'],
    statuses: all,
    because: 'there are no findings before they are admitted',
  },
  {
    types: ['round.started', 'review.started', 'review.scoped', 'review.finished', 'round.measured'],
    statuses: ['open', 'deferred'],
    because: 'a round begins when nothing is in play, and what it finds is taken up at its end',
  },
  {
    types: ['findings.admitted'],
    statuses: ['deferred'],
    because: 'what is taken up was not tried yet, and what is reported again is open',
  },
  {
    types: ['questions.answered'],
    statuses: ['deferred', 'fixed'],
    because: 'questions come before the first plan: nothing was tried',
  },
  {
    types: ['plan.made'],
    statuses: ['deferred'],
    because: 'a plan comes before the first cycle of its round: nothing of it was tried',
  },
  {
    types: ['leftover.planned', 'leftover.sent', 'leftover.confirmed', 'leftover.failed'],
    statuses: all,
    because: 'leftovers of these runs go to a file; issues have a campaign of their own (scripts/leftovers.ts)',
  },
  {
    types: ['culprits.removed'],
    statuses: all,
    because: 'only journals of earlier versions have it',
  },
  {
    types: ['attempt.output', 'attempt.activity'],
    statuses: all,
    because: 'it is shown and never stored, so it is no part of a history',
  },
  {
    types: ['baseline.started', 'baseline.finished', 'recheck.started', 'recheck.finished'],
    statuses: ['deferred', 'fixed'],
    because: 'it comes before the first cycle: nothing was tried',
  },
  {
    types: ['recheck.started', 'recheck.finished'],
    statuses: ['dismissed'],
    because: 'it is about findings from a file, which are never dismissed in this world before they are tried',
  },
  {
    types: ['finding.closed'],
    statuses: ['dismissed'],
    because: 'what is final is not closed again, unless it lacks the proof that is required, or was taken back',
  },
  {
    types: ['finding.reopened'],
    statuses: ['open', 'deferred', 'blocked', 'dismissed'],
    because: 'only what is fixed is opened again (7.9)',
  },
  { types: ['finding.fixed'], statuses: final, because: 'what is final is not closed again' },
  {
    types: ['step.started', ...ofUnits],
    statuses: final,
    because: 'a unit holds findings that are still in play',
  },
  {
    types: ['run.handed-over', 'leftovers.filed', 'run.finished'],
    statuses: ['open', 'deferred'],
    because: 'every finding gets its final status before the run hands over and ends (4.6)',
  },
];

/** Pairs that a history in many thousands reaches: nobody waits for one, and nobody is surprised by it. */
const rare: readonly Unreachable[] = [
  {
    types: ['review.started', 'review.scoped', 'review.finished', 'round.measured'],
    statuses: ['open'],
    because: 'a run that is resumed in the middle of a round opens again what was closed for its end or taken back',
  },
  {
    types: ['plan.made'],
    statuses: ['deferred'],
    because: 'a run that is resumed after tools have looked at what it stopped with plans what is left anew',
  },
  {
    types: ['baseline.started', 'baseline.finished'],
    statuses: ['deferred', 'fixed'],
    because: 'a run that stopped for its baseline in a cycle verifies the start once more when it is resumed',
  },
  {
    types: ofUnits,
    statuses: final,
    because: 'the fix of another took a finding along, or its file, while its own fix was under way',
  },
];

const key = (type: string, status: string): string => `${type} ${status}`;

const keysOf = (entries: readonly Unreachable[]): string[] =>
  entries.flatMap((entry) => entry.types.flatMap((type) => entry.statuses.map((status) => key(type, status))));

const unexpected = new Set(keysOf(unreachable));
const cannot = unexpected.difference(new Set(keysOf(rare)));

const pairs = eventTypes.flatMap((type) => statuses.map((status) => key(type, status)));

export const reachablePairs = pairs.filter((pair) => !unexpected.has(pair));

/** What a campaign should have seen and did not, and what it saw though it was thought impossible. */
export const coverageGaps = (coverage: Coverage): { missed: string[]; impossible: string[] } => ({
  missed: reachablePairs.filter((pair) => !coverage.withStatus.has(pair)),
  impossible: [...cannot].filter((pair) => coverage.withStatus.has(pair)),
});

/** A long campaign meets all facets; some need trouble of one kind in one short moment. */
export const unmetFacets = (coverage: Coverage): string[] => facets.filter((facet) => !coverage.facets.has(facet));
