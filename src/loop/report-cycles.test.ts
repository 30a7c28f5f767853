/** Cycles in the report: calls, changes, verification, and what was open at the end of each. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import type { Report } from '../model/report.ts';
import type { Verification } from '../model/verification.ts';
import { buildReport } from './report.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  exampleSnapshot,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../test/support/loop/examples.ts';

const config = exampleConfig({
  fix: { agent: 'house' },
  verify: { commands: ['npm test'], baseline: false, together: 'each' },
});
const failed: Verification = exampleVerification({ tree: 'tree of a.ts', verdict: 'failed' });
const started: RunEvent[] = [
  runStarted(config),
  findingsAdmitted(exampleFinding('a', { code: 'A' }), exampleFinding('b', { code: 'B' })),
  planMade('a', 'b'),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['a'], ['b']),
  { type: 'attempt.started', unit: '1.1.1', agent: 'house', cycle: 1 },
  attempted('1.1.1', ['a'], { durationMs: 7, snapshot: exampleSnapshot('a.ts', 'other.ts') }),
  { type: 'check.finished', unit: '1.1.1', verification: failed },
  {
    type: 'attempt.judged',
    unit: '1.1.1',
    results: { a: { result: 'refused', gate: 'verify', reason: 'npm test failed' } },
  },
];
const crashed: RunEvent[] = [
  attempted('1.1.2', ['b'], { outcome: 'crashed', message: 'exit code 3', snapshot: null }),
  { type: 'attempt.judged', unit: '1.1.2', results: { b: { result: 'agent-error', reason: 'exit code 3' } } },
  { type: 'step.finished', cycle: 1, step: 1 },
];
const closedCycle: RunEvent = { type: 'cycle.finished', cycle: 1, fixed: 0, open: 2 };
const reportOf = (...events: RunEvent[]): Report => buildReport(stateOf(...events));

describe('a cycle in the report', () => {
  it('R15 10.3 holds each call with its agent, its end, what it changed, its verification and its duration', () => {
    expect(reportOf(...started, ...crashed, closedCycle).cycles).toMatchObject([
      {
        n: 1,
        files: ['a.ts', 'other.ts'],
        verification: 'failed',
        calls: [
          {
            unit: '1.1.1',
            agent: 'house',
            outcome: 'ok',
            results: { A: 'refused' },
            files: [{ path: 'a.ts' }, { path: 'other.ts' }],
            patches: ['change.patch'],
            verification: 'failed',
            startedAt: '2026-01-01T00:00:00.000Z',
            durationMs: 7,
          },
          { unit: '1.1.2', outcome: 'crashed', message: 'exit code 3', results: { B: 'agent-error' }, patches: [] },
        ],
      },
    ]);
  });

  it('B1 10.3 says how many findings were open at its end, whatever became of them later', () => {
    const later: RunEvent[] = ['a', 'b'].map((id) => ({
      type: 'finding.closed',
      id,
      status: 'dismissed',
      cause: 'disposition',
      reason: 'so it is',
    }));
    expect(reportOf(...started, ...crashed, closedCycle, ...later).cycles[0]).toMatchObject({ fixed: 0, open: 2 });
    // Under way, or cut short.
    expect(reportOf(...started).cycles[0]).toMatchObject({ open: 2 });
    const stopped: RunEvent = { type: 'finding.closed', id: 'a', status: 'blocked', cause: 'stopped', reason: 'quota' };
    expect(reportOf(...started, stopped).cycles[0]).toMatchObject({ open: 2 });
  });

  it('R16 4.1 the final verification is that of the last cycle, also when it failed', () => {
    expect(reportOf(...started, ...crashed, closedCycle).verification.final).toEqual(failed);
    expect(reportOf(...started.slice(0, 7)).verification.final).toBeNull();
    const nothing = { ...failed, verdict: 'none' } as const;
    const unverified = started.map((event): RunEvent =>
      event.type === 'check.finished' ? { ...event, verification: nothing } : event,
    );
    expect(reportOf(...unverified).verification.final).toBeNull();
  });

  it('R15 10.3 tells a call that was taken apart as one, with all of its patches', () => {
    const parts: RunEvent[] = [
      ...started.slice(0, 4),
      stepStarted(1, ['a', 'b']),
      attempted('1.1.1', ['a', 'b']),
      {
        type: 'unit.split',
        unit: '1.1.1',
        parts: ['a', 'b'].map((id) => ({
          unit: `1.1.1-${id}`,
          findings: [id],
          snapshot: { ...exampleSnapshot(`${id}.ts`), patch: `${id}.patch` },
        })),
      },
      { type: 'check.finished', unit: '1.1.1-a', verification: exampleVerification({ tree: 'tree of a.ts' }) },
      { type: 'check.finished', unit: '1.1.1-b', verification: { ...failed, tree: 'tree of b.ts' } },
      { type: 'attempt.judged', unit: '1.1.1-b', results: { b: { result: 'refused', gate: 'verify' } } },
    ];
    expect(reportOf(...parts).cycles[0]?.calls).toMatchObject([
      { unit: '1.1.1', results: { B: 'refused' }, patches: ['a.patch', 'b.patch'], verification: 'failed' },
    ]);
  });
});

describe('files that a call changed', () => {
  it('R36 4.8 are marked where none of its findings is about them', () => {
    const [a, b] = reportOf(...started, ...crashed).findings;
    expect(a?.attempts[0]).toMatchObject({ outside: ['other.ts'], unit: '1.1.1' });
    expect(b?.attempts[0]).not.toHaveProperty('outside');
  });

  it('R36 4.8 are not, where a finding names no file: it may be about any', () => {
    const events = started.map((event): RunEvent => {
      if (event.type !== 'findings.admitted') return event;
      const findings = event.findings.map((finding) => ({ ...finding }));
      for (const finding of findings) delete finding.file;
      return { ...event, findings };
    });
    expect(reportOf(...events).findings[0]?.attempts[0]).not.toHaveProperty('outside');
  });
});
