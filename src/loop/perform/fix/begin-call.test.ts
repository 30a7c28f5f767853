/** When a call that had to wait begins after all. */
import { describe, expect, it } from 'vitest';
import { exampleState } from '../../../../test/support/loop/examples.ts';
import { fakeCustody, fakeEngine } from '../../../../test/support/loop/fake-engine.ts';
import type { RunEvent } from '../../../model/event.ts';
import { beginCall } from './begin-call.ts';

const nobody = () => Promise.reject(new Error('nobody is called'));

/** What a call does that wakes up when this is so. */
const afterItsWait = async ({ isAnswered }: { isAnswered: boolean }): Promise<RunEvent['type'][]> => {
  const emitted: RunEvent['type'][] = [];
  const custody = fakeCustody();
  const engine = fakeEngine(custody, nobody, async () => undefined);
  const performing = {
    engine,
    state: exampleState(),
    signal: new AbortController().signal,
    emit: async (event: RunEvent) => void emitted.push(event.type),
    note: () => undefined,
    show: () => undefined,
  };
  const beginning = {
    pending: { postponed: { until: '2026-01-01T00:01:00.000Z', outcome: 'network' as const, message: 'down' } },
    agent: () => 'house',
    isAnswered: () => isAnswered,
    role: 'fix' as const,
    started: (agent: string) => ({ type: 'attempt.started' as const, unit: '1.1.1', agent, cycle: 1 }),
    workspace: () => engine.custody.workspace('c0', 'agent'),
    call: async () => [],
  };
  await beginCall(performing, beginning, new AbortController().signal);
  return emitted;
};

describe('a call that was put off', () => {
  it('4.15 begins when its time has come', async () => {
    expect(await afterItsWait({ isAnswered: false })).toEqual(['attempt.started']);
  });

  it('10.4 does not begin when it was given up meanwhile, since it could not be paid for', async () => {
    expect(await afterItsWait({ isAnswered: true })).toEqual([]);
  });
});
