import { describe, expect, it } from 'vitest';
import type { TakenUp } from '../../../findings/admit/take-up.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Finding, FindingStatus } from '../../../model/finding.ts';
import { exampleState } from '../../../../test/support/loop/examples.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { admission } from './reported-again.ts';

const finding = (id: string, facts: Partial<Finding> = {}): Finding => ({
  id,
  code: id.toUpperCase(),
  severity: 'high',
  category: 'bug',
  title: id,
  description: '',
  reviewer: 'technical',
  level: 'blocking',
  ...facts,
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
      found: [],
      reopened: [],
      openBefore: 0,
      usedBefore: {},
      isCutShort: false,
    });
  for (const each of known) state.findings.set(each.finding.id, each);
  return state;
};

const taken = (findings: Finding[], dismissed: TakenUp['dismissed'] = []): TakenUp => ({
  findings,
  dismissed,
  leftOut: 0,
  unmatched: [],
  returned: [],
  deleted: [],
  warnings: [],
});

const eventsOf = (reported: TakenUp, ...known: FindingState[]): RunEvent[] =>
  admission(reported, stateOf(...known), []);
const newIds = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'findings.admitted' ? event.findings.map(({ id }) => id) : []));
const reopenedIds = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'finding.reopened' ? [event.id] : []));

describe('a finding that is reported again', () => {
  it('B12 7.9 is open again under its own id and code when its fix did not help, and there is no copy of it', () => {
    const again = finding('a', { code: 'F009', line: 7, title: 'still there' });
    const events = eventsOf(taken([again, finding('b')]), ended('a', 'fixed'));
    expect(events[0]).toEqual({
      type: 'finding.reopened',
      id: 'a',
      round: 4,
      finding: { ...again, code: 'A' },
    });
    expect(newIds(events)).toEqual(['b']);
  });

  it('B12 7.9 weighs no less than before, whoever reports it now', () => {
    const again = finding('a', { severity: 'low', level: 'suggestion', reviewer: 'other' });
    expect(eventsOf(taken([again]), ended('a', 'fixed'))[0]).toMatchObject({
      finding: { severity: 'high', level: 'blocking', reviewer: 'other' },
    });
    const worse = finding('a', { severity: 'critical' });
    expect(eventsOf(taken([worse]), ended('a', 'fixed'))[0]).toMatchObject({ finding: { severity: 'critical' } });
  });

  it('B12 7.9 is recognised by its place and its words where the fix has changed the code that it was known by', () => {
    const place = { file: 'a.ts', line: 10 };
    const before = { ...ended('a', 'fixed'), finding: finding('a', { ...place, title: 'Missing full stop' }) };
    const again = finding('f1', { file: 'a.ts', line: 12, title: 'Missing full stop!' });
    const other = finding('f2', { file: 'a.ts', line: 12, title: 'Too loud' });
    const events = eventsOf(taken([other, again]), before);
    expect([reopenedIds(events), newIds(events)]).toEqual([['a'], ['f2']]);
    // One report opens one finding; what is reported under its own id needs no guess.
    const twice = eventsOf(taken([again, { ...again, id: 'f3' }]), before);
    expect([reopenedIds(twice), newIds(twice)]).toEqual([['a'], ['f3']]);
    const own = eventsOf(taken([again, { ...before.finding }]), before);
    expect([reopenedIds(own), newIds(own)]).toEqual([['a'], ['f1']]);
    const blocked = eventsOf(taken([again]), { ...before, status: 'blocked', cause: 'exhausted' });
    expect([reopenedIds(blocked), newIds(blocked)]).toEqual([[], ['f1']]);
  });

  it('7.9, 1.6 stays fixed when the report does not hold, and that is said', () => {
    const reason = 'no evidence: line 9 is past the end';
    const events = eventsOf(taken([finding('a')], [{ id: 'a', cause: 'no-evidence', reason }]), ended('a', 'fixed'));
    expect(reopenedIds(events)).toEqual([]);
    expect(events[0]).toEqual({
      type: 'warning',
      message: `A is fixed, and that it was reported again does not count: ${reason}`,
    });
    expect(events.filter(({ type }) => type === 'finding.closed')).toEqual([]);
  });

  it('2.8 is not taken up twice when it has another end', () => {
    const events = eventsOf(
      taken([finding('a'), finding('b')]),
      ended('a', 'blocked', 'exhausted'),
      ended('b', 'dismissed', 'no-evidence'),
    );
    expect([newIds(events), reopenedIds(events)]).toEqual([[], []]);
  });

  it('7.9 of several reports in one journal, as versions before made them, the last one counts, once', () => {
    const copies = [ended('a', 'fixed'), ended('a-3', 'fixed')];
    expect(reopenedIds(eventsOf(taken([finding('a')]), ...copies))).toEqual(['a-3']);
    expect(reopenedIds(eventsOf(taken([finding('a'), finding('a-3')]), ...copies))).toEqual(['a-3']);
    expect(
      reopenedIds(eventsOf(taken([finding('a')]), ended('a', 'fixed'), ended('a-3', 'blocked', 'exhausted'))),
    ).toEqual([]);
  });

  it('2.8 is one of its own when it only looks like one that is left in another file', () => {
    const left = { ...ended('a', 'blocked', 'exhausted'), finding: finding('a', { file: 'src/d.ts' }) };
    expect(newIds(eventsOf(taken([finding('a', { file: 'src/e.ts' })]), left))).toEqual(['a-4']);
    expect(newIds(eventsOf(taken([finding('a', { file: 'src/d.ts' })]), left))).toEqual([]);
  });

  it('2.1 is one of its own when it was not worth fixing and now is', () => {
    const before = ended('a', 'blocked', 'not-selected');
    expect(newIds(eventsOf(taken([finding('a', { level: 'warning' })]), before))).toEqual([]);
    expect(newIds(eventsOf(taken([finding('a')]), before))).toEqual(['a-4']);
  });
});
