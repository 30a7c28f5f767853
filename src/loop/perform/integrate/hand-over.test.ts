/** What is handed over is the verified head, and nothing that came after it. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import { performHandOver } from './hand-over.ts';
import type { RunState } from '../../state/state.ts';
import { exampleFinding, exampleState } from '../../../../test/support/loop/examples.ts';
import { fakeCustody, fakeEngine } from '../../../../test/support/loop/fake-engine.ts';

const commit = { commit: 'c1', tree: 't1', unit: '1.1.1', findings: ['a'], files: ['a.ts'] };

const handOver = async (per: NonNullable<ConfigInput['commit']>['per'], facts: Partial<RunState['code']> = {}) => {
  const custody = fakeCustody();
  const begun = exampleState({ commit: { per } });
  const [head, verifiedHead] = [
    { commit: 'c2', tree: 't2' },
    { commit: 'c1', tree: 't1' },
  ];
  const state: RunState = {
    ...begun,
    code: { ...begun.code, head, verifiedHead, commits: [commit], ...facts },
    findings: new Map([['a', { finding: exampleFinding('a'), status: 'fixed', attempts: [] }]]),
  };
  const nothing = () => Promise.reject(new Error('nobody is asked'));
  const engine = fakeEngine(custody, nothing, nothing);
  const signal = new AbortController().signal;
  const ignore = () => undefined;
  const events = await performHandOver({ engine, state, signal, emit: nothing, note: ignore, show: ignore });
  return { events, handedOver: custody.handedOver };
};

describe('performHandOver', () => {
  it('7.5 hands over the verified head, not a newer one that was not verified', async () => {
    const { events, handedOver } = await handOver('finding');
    expect(handedOver).toEqual(['c1']);
    expect(events).toEqual([{ type: 'run.handed-over', branch: 'fixpoint/run', head: 'c1', patch: 'result.patch' }]);
  });

  it('8.2 one commit per run has exactly the verified tree', async () => {
    expect((await handOver('run')).handedOver).toEqual(['commit of t1 on c0']);
  });

  it('8.2 without commits there is a patch and no branch', async () => {
    const { events, handedOver } = await handOver('none');
    expect(handedOver).toEqual([]);
    expect(events).toEqual([{ type: 'run.handed-over', branch: null, head: 'c1', patch: 'result.patch' }]);
  });

  it('hands nothing over when nothing was accepted', async () => {
    const { events, handedOver } = await handOver('finding', { commits: [] });
    expect(handedOver).toEqual([]);
    expect(events).toEqual([{ type: 'run.handed-over', branch: null, head: null, patch: null }]);
  });
});
