/** Who is heard about a dispute, whatever happens to agents meanwhile. */
import { expect, it } from 'vitest';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';
import type { RunEvent } from '../../../model/event.ts';
import { hearingOf, type Hearing } from './hearing.ts';

const command = { kind: 'command' as const, command: ['agent'] };

const config = exampleConfig({
  agents: { house: { ...command, fallback: 'neighbour' }, neighbour: command },
  fix: { agent: 'house' },
  challenger: { agents: ['house'] },
});

const disputed: RunEvent[] = [
  runStarted(config, { attended: true }),
  findingsAdmitted(exampleFinding('x')),
  planMade('x'),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['x']),
  { type: 'attempt.started', unit: '1.1.1', agent: 'house', cycle: 1 },
  attempted('1.1.1', [], {
    snapshot: null,
    claims: {
      x: {
        claim: 'blocked',
        explanation: 'it is there',
        dispute: { ground: 'is-there', evidence: [{ file: 'x.ts', line: 1, quote: 'return;' }] },
      },
    },
  }),
];

const replaced: RunEvent = { type: 'agent.replaced', agent: 'house', by: 'neighbour', reason: 'no quota' };

const hearingAfter = (...events: RunEvent[]): Hearing => {
  const state = stateOf(...disputed, ...events);
  const unit = state.fixing.units.get('1.1.1');
  if (unit?.phase !== 'answered') throw new Error('the unit was answered');
  return hearingOf(state, unit);
};

it('7.8 the one that disputes does not decide, and whoever takes its place may', () => {
  expect(hearingAfter()).toMatchObject({ calls: [], questions: [{ id: 'X-d1' }] });
  expect(hearingAfter(replaced)).toMatchObject({ calls: [{ agent: 'house' }], questions: [] });
});

it('7.8 a person who was asked is not passed over when an agent could decide later', () => {
  const [question] = hearingAfter().questions;
  if (!question) throw new Error('a person is asked');
  const after = hearingAfter({ type: 'question.asked', question }, replaced);
  expect(after).toEqual({ calls: [], questions: [question], rulings: {} });
});
