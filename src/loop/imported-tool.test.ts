/**
 * Findings that were imported from a tool which is also configured: the tool is run again, and compared with what was
 * imported.
 */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import type { ToolCounts } from '../model/verification.ts';
import { next } from './decide/next.ts';
import {
  exampleConfig,
  exampleFinding,
  exampleVerification,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../test/support/loop/examples.ts';

const config = exampleConfig({
  reviewers: [{ name: 'eslint', kind: 'tool', command: ['eslint', '{files}'] }],
  fix: { agent: 'house' },
  verify: { together: 'each' },
});
const finding = (id: string, line: number) =>
  exampleFinding(id, { file: 'x.ts', rule: 'eqeqeq', reviewer: 'eslint', line });

/** The first of two findings in one file is said to be fixed, and the tool then reports this. */
const afterCheck = (counts: ToolCounts, second = finding('b', 9)) => {
  const snapshot = {
    commit: 'c1',
    tree: 't1',
    files: [{ path: 'x.ts', change: 'modified', added: 1, removed: 1 } as const],
    patch: 'patch',
    ignored: [],
  };
  const events: RunEvent[] = [
    runStarted(config),
    { type: 'findings.admitted', findings: [finding('a', 1), second], leftOut: 0, problems: [] },
    { type: 'cycle.started', cycle: 1 },
    {
      type: 'step.started',
      cycle: 1,
      step: 1,
      base: 'c0',
      units: [{ unit: '1.1.1', findings: ['a'], agent: 'house' }],
    },
    {
      type: 'attempt.finished',
      unit: '1.1.1',
      agent: 'house',
      outcome: 'ok',
      claims: { a: { claim: 'fixed', explanation: 'done' } },
      cut: [],
      unknownIds: [],
      snapshot,
      usage: {},
      artifacts: [],
      durationMs: 1,
    },
    {
      type: 'check.finished',
      unit: '1.1.1',
      verification: exampleVerification({
        tree: 't1',
        verdict: 'none',
        tools: [{ reviewer: 'eslint', status: 'ran', counts, places: [] }],
      }),
    },
  ];
  return next(stateOf(...events));
};

const ready = [{ do: 'record', events: [{ type: 'units.ready', units: ['1.1.1'] }] }];
const refusedBy = (reason: string) => [
  { do: 'record', events: [{ type: 'attempt.judged', results: { a: { result: 'refused', gate: 'tool', reason } } }] },
];

describe('a tool whose findings were imported', () => {
  it('5.5 may still report the other finding of the same rule in the same file', () => {
    expect(afterCheck({ 'x.ts': { eqeqeq: 1 } })).toEqual(ready);
  });

  it('5.5 must not report the finding that is said to be fixed', () => {
    expect(afterCheck({ 'x.ts': { eqeqeq: 2 } })).toMatchObject(refusedBy('eslint still reports eqeqeq in x.ts'));
  });

  it('5.5 must not report anything that was not imported', () => {
    expect(afterCheck({ 'x.ts': { eqeqeq: 1, 'no-var': 1 } })).toMatchObject(
      refusedBy('eslint reports something new: no-var in x.ts'),
    );
  });

  it('5.5 a finding that stands for several reports counts as often', () => {
    const report = {
      reviewer: 'eslint',
      severity: 'low',
      category: 'style',
      title: 'Use ===',
      rule: 'eqeqeq',
    } as const;
    const merged = [report, { ...report, reviewer: 'other' }, report];
    expect(afterCheck({ 'x.ts': { eqeqeq: 2 } }, { ...finding('b', 9), merged })).toEqual(ready);
    expect(afterCheck({ 'x.ts': { eqeqeq: 3 } }, { ...finding('b', 9), merged })).toMatchObject(
      refusedBy('eslint still reports eqeqeq in x.ts'),
    );
  });

  it('5.5 what a review of the start reported counts more than what was admitted', () => {
    const reviewed: RunEvent = {
      type: 'review.finished',
      reviewer: 'eslint',
      verdict: 'NEEDS_WORK',
      findings: [],
      counts: { 'x.ts': { eqeqeq: 5 } },
      problems: [],
      durationMs: 1,
    };
    const state = stateOf(runStarted(config), reviewed, findingsAdmitted(finding('a', 1)));
    expect(state.checks.toolCounts.get('eslint')).toEqual({ 'x.ts': { eqeqeq: 5 } });
  });
});
