import { describe, expect, it } from 'vitest';
import type { Finding, FindingStatus } from '../../../model/finding.ts';
import { exampleState } from '../../../../test/support/loop/examples.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { newOnes } from './admit.ts';

const finding = (id: string, level: Finding['level'] = 'blocking'): Finding => ({
  id,
  code: id,
  severity: 'high',
  category: 'bug',
  title: id,
  description: '',
  reviewer: 'technical',
  level,
});

const ended = (id: string, status: FindingStatus, cause?: FindingState['cause']): FindingState => ({
  finding: finding(id),
  status,
  attempts: [],
  ...(cause && { cause }),
});

const stateOf = (...known: FindingState[]): RunState => {
  const state = exampleState();
  for (let round = 1; round <= 4; round += 1)
    state.reviews.rounds.push({
      type: 'round.started',
      round,
      cause: 'again',
      reviewers: [],
      base: null,
      head: { commit: '', tree: '' },
      started: new Set(),
      scopes: new Map(),
      reviews: new Map(),
    });
  for (const each of known) state.findings.set(each.finding.id, each);
  return state;
};

const idsOf = (reported: Finding[], ...known: FindingState[]): string[] =>
  newOnes(
    { findings: reported, dismissed: [], leftOut: 0, unmatched: [], returned: [], warnings: [] },
    stateOf(...known),
  ).findings.map(({ id }) => id);

describe('a finding that is reported again', () => {
  it('2.8 is one of its own when its fix did not help', () => {
    expect(idsOf([finding('a'), finding('b')], ended('a', 'fixed'))).toEqual(['a-4', 'b']);
  });

  it('2.8 is not taken up twice when it has another end, be it that of an earlier report of it again', () => {
    expect(
      idsOf([finding('a'), finding('b')], ended('a', 'blocked', 'exhausted'), ended('b', 'dismissed', 'no-evidence')),
    ).toEqual([]);
    expect(idsOf([finding('a')], ended('a', 'fixed'), ended('a-3', 'blocked', 'exhausted'))).toEqual([]);
    expect(idsOf([finding('a')], ended('a', 'fixed'), ended('a-3', 'fixed'))).toEqual(['a-4']);
  });

  it('2.1 is one of its own when it was not worth fixing and now is', () => {
    const before = ended('a', 'blocked', 'not-selected');
    expect(idsOf([finding('a', 'warning')], before)).toEqual([]);
    expect(idsOf([finding('a')], before)).toEqual(['a-4']);
  });
});
