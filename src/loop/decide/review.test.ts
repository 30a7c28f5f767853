/** What a reviewing agent's answers come to, and when which reviewer is asked. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../config/schema.ts';
import type { CallAnswer, CallSubject } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import type { NotReviewed } from '../../model/review-scope.ts';
import type { DraftFinding } from '../../model/finding.ts';
import { keyOf } from '../actions.ts';
import { next } from './next.ts';
import { called, exampleConfig, runStarted, stateOf } from '../../../test/support/loop/examples.ts';

const reader = (name: string) => ({ name, kind: 'agent', agent: 'house' }) as const;
const tool = (name: string) => ({ name, kind: 'tool', command: 'lint' }) as const;
const configOf = (reviewers: ConfigInput['reviewers'], concurrency = 2) =>
  exampleConfig({ reviewers, review: { concurrency } });

const started = (config: ReturnType<typeof configOf>): RunEvent[] => [
  runStarted(config, { command: 'run' }),
  {
    type: 'round.started',
    round: 1,
    cause: 'first',
    reviewers: config.reviewers.map(({ name }) => name),
    base: null,
    head: { commit: 'c0', tree: 't0' },
  },
];

const range = { file: 'a.ts', first: 1, last: 1, lines: '1' };
const scoped = (reviewer: string, parts: number, left: NotReviewed[] = [], skipped?: string): RunEvent => ({
  type: 'review.scoped',
  reviewer,
  parts: Array.from({ length: parts }, (_, index) => ({ part: index + 1, covers: [range], hunks: 1, bytes: 1 })),
  left,
  ...(skipped !== undefined && { skipped }),
});

const draft: DraftFinding = { severity: 'low', category: 'types', title: 'a problem', description: 'what is wrong' };
const answer = (
  verdict: 'PASSED' | 'NEEDS_WORK' | 'error',
  facts: Partial<Extract<CallAnswer, { role: 'review' }>> = {},
): CallAnswer => ({
  role: 'review',
  verdict,
  findings: verdict === 'NEEDS_WORK' ? [draft] : [],
  problems: [],
  changed: [],
  ...facts,
});
const part = (n: number, reviewer = 'types'): CallSubject => ({ role: 'review', round: 1, reviewer, part: n });

const one = configOf([reader('types')]);
const after = (...events: RunEvent[]) => next(stateOf(...started(one), ...events));
const keys = (...events: RunEvent[]): string[] => after(...events).map(keyOf);

describe('2.3 the verdict of a reviewing agent', () => {
  it('2.3 comes when every part is answered, not before', () => {
    expect(keys(scoped('types', 2))).toEqual(['call review/1/types/1', 'call review/1/types/2']);
    expect(keys(scoped('types', 2), ...called(part(2), answer('PASSED')))).toEqual(['call review/1/types/1']);
  });

  it.each([
    ['PASSED', 'PASSED', 'PASSED', 0],
    ['PASSED', 'NEEDS_WORK', 'NEEDS_WORK', 1],
    ['NEEDS_WORK', 'NEEDS_WORK', 'NEEDS_WORK', 2],
    ['PASSED', 'error', 'error', 0],
    ['NEEDS_WORK', 'error', 'error', 1],
  ] as const)('2.3 of %s and %s is %s, with every finding', (first, second, verdict, count) => {
    const actions = after(scoped('types', 2), ...called(part(1), answer(first)), ...called(part(2), answer(second)));
    const findings = Array.from({ length: count }, () => draft);
    expect(actions).toMatchObject([{ do: 'record', events: [{ type: 'review.finished', verdict, findings }] }]);
  });

  it('1.3 is an error when a call fails, and says how many did', () => {
    const events = [
      ...called(part(1), answer('PASSED')),
      ...called(part(2), null, { outcome: 'timeout', message: 'too slow' }),
    ];
    expect(after(scoped('types', 2), ...events)).toMatchObject([
      { events: [{ verdict: 'error', message: '1 of 2 calls failed; the first: too slow' }] },
    ]);
  });

  it('2.8 is an error when it could not be asked about anything', () => {
    const left = [{ ...range, reason: 'one line of 5 MB', wanted: true }];
    expect(after(scoped('types', 0, left))).toMatchObject([
      { events: [{ verdict: 'error', message: 'nothing could be reviewed: one line of 5 MB' }] },
    ]);
  });

  it('2.1 is skipped, without a call, where nothing is for it', () => {
    expect(after(scoped('types', 0, [], 'no Python changed'))).toMatchObject([
      { events: [{ verdict: 'skipped', message: 'no Python changed', findings: [] }] },
    ]);
  });

  it('2.6 says what it changed although it only reads', () => {
    const actions = after(scoped('types', 1), ...called(part(1), answer('PASSED', { changed: ['a.ts'] })));
    expect(actions).toMatchObject([
      { events: [{ verdict: 'PASSED', problems: [{ message: expect.stringContaining('it changed a.ts') }] }] },
    ]);
  });
});

describe('2.2 side by side', () => {
  const both = [tool('lint'), reader('types'), reader('tests')];

  it('2.2 no more of them at a time than review.concurrency', () => {
    expect(next(stateOf(...started(configOf(both, 1)))).map(keyOf)).toEqual(['review lint']);
    expect(next(stateOf(...started(configOf(both, 2)))).map(keyOf)).toEqual(['review lint', 'scope types']);
    expect(next(stateOf(...started(configOf(both, 9)))).map(keyOf)).toEqual([
      'review lint',
      'scope types',
      'scope tests',
    ]);
  });

  it('2.2 a call that was put off keeps its place', () => {
    const config = configOf([reader('types'), reader('tests')], 1);
    const [begun] = called(part(1, 'tests'), null);
    if (!begun) throw new Error('nothing was begun');
    const put: RunEvent = {
      type: 'call.postponed',
      call: 'review/1/tests/1',
      outcome: 'rate-limit',
      message: 'later',
      until: '2026-01-01',
      waitMs: 1,
    };
    const events = [...started(config), scoped('types', 1), scoped('tests', 1)];
    expect(next(stateOf(...events)).map(keyOf)).toEqual(['call review/1/types/1']);
    expect(next(stateOf(...events, begun, put)).map(keyOf)).toEqual(['call review/1/tests/1']);
  });

  it('2.2 a call that was put off keeps its place when another agent takes over', () => {
    const config = configOf([reader('types'), reader('tests')], 1);
    const [begun] = called(part(1, 'tests'), null);
    if (!begun) throw new Error('nothing was begun');
    const put: RunEvent = {
      type: 'call.postponed',
      call: 'review/1/tests/1',
      outcome: 'overloaded',
      message: 'later',
      until: '2026-01-01',
      waitMs: 1,
    };
    const replaced: RunEvent = {
      type: 'agent.replaced',
      agent: 'house',
      by: 'neighbour',
      reason: 'it waited too long',
    };
    const events = [...started(config), scoped('types', 1), scoped('tests', 1), begun, put, replaced];
    // Whoever performs it sleeps until its time has come: a call begun meanwhile would be one too many then.
    expect(next(stateOf(...events))).toMatchObject([{ subject: { reviewer: 'tests' }, agent: 'neighbour' }]);
    const stopping: RunEvent = { type: 'run.stopping', reason: 'budget', message: 'spent' };
    expect(next(stateOf(...events, stopping)).map(({ do: what }) => what)).not.toContain('call');
  });
});

describe('2.3 the summary of a review', () => {
  const summaryAfter = (...summaries: (string | undefined)[]): unknown => {
    const calls = summaries.flatMap((summary, index) =>
      called(part(index + 1), answer('PASSED', summary === undefined ? {} : { summary })),
    );
    const [action] = after(scoped('types', summaries.length), ...calls);
    const [event] = action?.do === 'record' ? action.events : [];
    return event?.type === 'review.finished' ? event.summary : event;
  };

  it('B8 2.3 is kept whatever the verdict, once for all of its parts', () => {
    expect(summaryAfter('All is well.')).toBe('All is well.');
    expect(summaryAfter('Well.', undefined, 'Good.', 'Well.')).toBe('Well.\n\nGood.');
    expect(summaryAfter(undefined)).toBeUndefined();
    expect(
      String(summaryAfter(...Array.from({ length: 9 }, (_, n) => `${n} ${'word '.repeat(300)}`))).length,
    ).toBeLessThan(4_200);
  });
});

describe('2.10 a review that passes', () => {
  it('2.10 is the end: no plan, baseline or fix comes after it', () => {
    const config = exampleConfig({
      reviewers: [reader('types')],
      fix: { agent: 'house' },
      verify: { commands: ['npm test'] },
      plan: { agent: 'house' },
    });
    const passed: RunEvent = {
      type: 'review.finished',
      reviewer: 'types',
      verdict: 'PASSED',
      findings: [],
      counts: {},
      problems: [],
      durationMs: 1,
    };
    const reviewed = [...started(config), passed];
    expect(next(stateOf(...reviewed)).map(keyOf)).toEqual(['admit']);
    const admitted: RunEvent = { type: 'findings.admitted', findings: [], leftOut: 0, problems: [] };
    expect(next(stateOf(...reviewed, admitted)).map(keyOf)).toEqual(['hand-over']);
  });
});
