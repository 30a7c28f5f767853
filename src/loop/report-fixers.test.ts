/** What the report says of each agent that was paid for fixes. */
import { expect, it } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../test/support/loop/examples.ts';
import { fixersIn } from './report-fixers.ts';

const agents = Object.fromEntries(
  ['cheap', 'strong', 'spare'].map((name) => [name, { kind: 'command' as const, command: ['x'] }]),
);

const step = (n: number, agent: string, ...findings: string[]): RunEvent[] => [
  { type: 'step.started', cycle: 1, step: n, base: 'c0', units: [{ unit: `1.${n}.1`, findings, agent }] },
  { type: 'attempt.started', cycle: 1, unit: `1.${n}.1`, agent },
];

const ended = (n: number, agent: string, usd: number | undefined, ...findings: string[]): RunEvent =>
  attempted(`1.${n}.1`, findings, { agent, usage: usd === undefined ? {} : { usd } });

const judged = (n: number, result: 'accepted' | 'refused', ...findings: string[]): RunEvent => ({
  type: 'attempt.judged',
  unit: `1.${n}.1`,
  results: Object.fromEntries(findings.map((id) => [id, { result }])),
});

const call = (n: number, agent: string, usd: number | undefined, result: 'accepted' | 'refused', ...ids: string[]) => [
  ...step(n, agent, ...ids),
  ended(n, agent, usd, ...ids),
  judged(n, result, ...ids),
];

const putOff = (n: number, usd?: number): RunEvent => ({
  type: 'attempt.postponed',
  unit: `1.${n}.1`,
  outcome: 'rate-limit',
  message: 'later',
  waitMs: 1,
  until: '2026-01-01T00:00:00.000Z',
  usage: usd === undefined ? {} : { usd },
});

const fixersAfter = (...events: RunEvent[]) =>
  fixersIn(
    stateOf(
      runStarted(exampleConfig({ agents, fix: { agents: ['cheap', 'strong'] } })),
      findingsAdmitted(exampleFinding('a'), exampleFinding('b')),
      { type: 'cycle.started', cycle: 1 },
      ...events,
    ),
  );

it('4.17 an accepted fix bears what the refused ones cost; a call about several findings is paid for once', () => {
  expect(fixersAfter(...call(1, 'cheap', 0.5, 'refused', 'a'), ...call(2, 'cheap', 0.5, 'accepted', 'a', 'b'))).toEqual(
    [{ agent: 'cheap', calls: 2, callsWithoutUsd: 0, accepted: 2, usd: 1, usdPerAccepted: 0.5 }],
  );
});

it('4.17 what nobody knows is null, and a sum of which a part is missing says so', () => {
  const fixers = fixersAfter(
    ...call(1, 'cheap', undefined, 'accepted', 'a'),
    ...call(2, 'strong', 0.25, 'refused', 'b'),
    ...call(3, 'strong', undefined, 'refused', 'b'),
  );
  expect(fixers).toEqual([
    { agent: 'cheap', calls: 1, callsWithoutUsd: 1, accepted: 1, usd: null, usdPerAccepted: null },
    { agent: 'strong', calls: 2, callsWithoutUsd: 1, accepted: 0, usd: 0.25, usdPerAccepted: null },
  ]);
});

it('4.17 a call that was put off has cost as well, and one that cost nothing is not told of', () => {
  const put = [...step(1, 'cheap', 'a'), putOff(1, 0.25)];
  expect(fixersAfter(...put)).toMatchObject([{ agent: 'cheap', calls: 0, usd: 0.25 }]);
  expect(fixersAfter(...put, ended(1, 'cheap', 0.5, 'a'))).toMatchObject([{ calls: 1, usd: 0.75 }]);
  expect(fixersAfter(...step(1, 'cheap', 'a'), putOff(1))).toEqual([]);
});

it('4.17 they stand in the order of the ladder, then those that took over, whoever ended first', () => {
  const order = fixersAfter(
    ...call(1, 'spare', 1, 'refused', 'a'),
    ...call(2, 'strong', 1, 'refused', 'a'),
    ...call(3, 'cheap', 1, 'refused', 'b'),
    ...call(4, 'autofix', undefined, 'refused', 'b'),
  );
  expect(order.map(({ agent }) => agent)).toEqual(['cheap', 'strong', 'spare']);
});
