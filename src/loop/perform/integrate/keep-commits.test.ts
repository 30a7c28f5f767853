/** Which commits are kept, on top of what, and when. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../model/event.ts';
import type { BundleRequest } from '../../../ports/repo.ts';
import { fakeCustody, fakeEngine } from '../../../../test/support/loop/fake-engine.ts';
import { exampleState } from '../../../../test/support/loop/examples.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { keepCommits } from './keep-commits.ts';

const integrated = (head: string, ...commits: string[]): RunEvent => ({
  type: 'units.integrated',
  head: { commit: head, tree: `tree of ${head}` },
  commits: commits.map((commit) => ({ commit, tree: `tree of ${commit}`, unit: 'u', findings: ['f'], files: [] })),
  conflicts: [],
});

const keeping = async (state: RunState, events: readonly RunEvent[]) => {
  const asked: BundleRequest[] = [];
  const put: string[] = [];
  const nothing = () => Promise.reject(new Error('nobody is asked'));
  const custody = {
    ...fakeCustody(),
    bundle: async (request: BundleRequest) => {
      asked.push(request);
      return { bytes: new Uint8Array([1]), digest: 'd' };
    },
  };
  const engine = fakeEngine(custody, nothing, nothing);
  const artifacts = {
    ...engine.artifacts,
    put: async (name: string) => {
      put.push(name);
      return name;
    },
  };
  return { kept: await keepCommits({ engine: { ...engine, artifacts }, state }, events), asked, put };
};

const withCode = (code: Partial<RunState['code']>): RunState => {
  const state = exampleState();
  return { ...state, code: { ...state.code, ...code } };
};

describe('keepCommits', () => {
  it('11.1 tells of the bundle before the events that name its commits', async () => {
    const event = integrated('c2', 'c1', 'c2');
    const { kept, asked, put } = await keeping(exampleState(), [event]);
    expect(asked).toEqual([{ tips: ['c2', 'c1'], prerequisites: ['c0'] }]);
    expect(put).toEqual(['commits/c2.bundle']);
    expect(kept).toEqual([
      { type: 'commits.kept', artifact: 'commits/c2.bundle', digest: 'd', tips: ['c2', 'c1'], prerequisites: ['c0'] },
      event,
    ]);
  });

  it('11.1 keeps no commit twice, and builds on those that are kept', async () => {
    const state = withCode({
      verifiedHead: { commit: 'c1', tree: 't1' },
      head: { commit: 'unkept', tree: 't' },
      kept: new Set(['c1']),
    });
    expect((await keeping(state, [integrated('c2', 'c1', 'c2')])).asked).toEqual([
      { tips: ['c2'], prerequisites: ['c0', 'c1'] },
    ]);
  });

  it('11.1 builds on what a fix was begun from, also where the head has moved on meanwhile', async () => {
    const { fixing, ...state } = withCode({ verifiedHead: { commit: 'c2', tree: 't2' }, kept: new Set(['c1', 'c2']) });
    const plan = { unit: 'u', findings: ['f'], agent: 'a' };
    const unit: UnitState = { plan, cycle: 1, base: 'c1', phase: 'started' };
    const begun = { ...fixing, working: new Set(['u']), units: new Map([['u', unit]]) };
    expect((await keeping({ ...state, fixing: begun }, [integrated('c3', 'c3')])).asked).toEqual([
      { tips: ['c3'], prerequisites: ['c0', 'c2', 'c1'] },
    ]);
  });

  it('11.1 keeps nothing where nothing is new', async () => {
    const state = withCode({ kept: new Set(['c1']) });
    const events = [integrated('c1', 'c1'), integrated('c0'), { type: 'cycle.started', cycle: 1 } as const];
    expect(await keeping(state, events)).toEqual({ kept: events, asked: [], put: [] });
  });
});
