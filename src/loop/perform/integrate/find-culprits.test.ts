/** Searching culprits, with commands that pass and fail as a script says. */
import { describe, expect, it } from 'vitest';
import type { RunEventOf } from '../../../model/event.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { performFindCulprits } from './find-culprits.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { exampleFinding, exampleState, exampleVerification } from '../../../../test/support/loop/examples.ts';
import { fakeCustody, fakeEngine, fakeRooms } from '../../../../test/support/loop/fake-engine.ts';

const committed = (unit: string, finding: string): UnitState => ({
  plan: { unit, findings: [finding], agent: 'house' },
  cycle: 1,
  phase: 'committed',
  commit: { commit: `commit of ${finding}`, tree: `tree of ${finding}`, unit, findings: [finding], files: [] },
  answer: {
    type: 'attempt.finished',
    unit,
    agent: 'house',
    outcome: 'ok',
    claims: { [finding]: { claim: 'fixed', explanation: 'done' } },
    cut: [],
    unknownIds: [],
    snapshot: {
      commit: `commit of ${finding}`,
      tree: `tree of ${finding}`,
      files: [{ path: `${finding}.ts`, change: 'modified', added: 1, removed: 1 }],
      patch: 'patch',
      ignored: [],
    },
    usage: {},
    artifacts: [],
    durationMs: 1,
    at: '2026-01-01T00:00:00Z',
  },
});

const begun = exampleState({ fix: { agent: 'house' }, verify: { commands: ['npm test'], baseline: false } });

const stateOf = (): RunState => ({
  ...begun,
  code: { ...begun.code, head: { commit: 'both', tree: 'both' } },
  checks: { ...begun.checks, verified: new Map([['t0', exampleVerification({ verdict: 'passed' })]]) },
  fixing: {
    cycles: [
      { n: 1, round: 0, startedAt: '', steps: 1, step: { n: 1, base: 'c0', units: ['u1', 'u2'], integrated: true } },
    ],
    units: new Map([
      ['u1', committed('u1', 'a')],
      ['u2', committed('u2', 'b')],
    ]),
  },
  findings: new Map(['a', 'b'].map((id) => [id, { finding: exampleFinding(id), status: 'open', attempts: [] }])),
});

/** `script`: whether the command passes, call by call. */
const search = async (
  script: boolean[],
  status: ProcessOutcome['status'] = 'exited',
): Promise<RunEventOf<'culprits.removed'> | undefined> => {
  const nothing = () => Promise.reject(new Error('nobody is asked'));
  const engine = fakeEngine(fakeCustody(), nothing, nothing);
  const calls = [...script];
  const runProcess = async (): Promise<ProcessOutcome> => {
    const passes = calls.shift() ?? true;
    return {
      status,
      exitCode: passes ? 0 : 1,
      signal: null,
      stdout: '',
      stderr: '',
      stdoutBytes: 0,
      stderrBytes: 0,
      durationMs: 1,
    };
  };
  const [event] = await performFindCulprits({
    engine: { ...engine, rooms: fakeRooms(runProcess) },
    state: stateOf(),
    signal: new AbortController().signal,
    emit: async () => undefined,
    note: () => undefined,
    show: () => undefined,
  });
  expect(calls).toEqual([]);
  return event?.type === 'culprits.removed' ? event : undefined;
};

const removed = (event: RunEventOf<'culprits.removed'> | undefined): string[] | undefined =>
  event?.removed.map(({ unit }) => unit);

describe('performFindCulprits', () => {
  it('7.5 takes the culprit out and keeps what was verified without it', async () => {
    // Both fail, asked twice; the first alone holds, in the search and at its end.
    const event = await search([false, false, true, true]);
    expect(removed(event)).toEqual(['u2']);
    expect(event).toMatchObject({
      head: { tree: 'tree of a' },
      verification: { tree: 'tree of a', verdict: 'passed' },
    });
    expect(event?.commits).toMatchObject([{ unit: 'u1', findings: ['a'], files: ['a.ts'] }]);
  });

  it('7.5 takes nothing out when a flaky command passes the second time', async () => {
    const event = await search([false, true]);
    expect(removed(event)).toEqual([]);
    expect(event?.verification.tree).toBe(event?.head.tree);
    expect(event?.commits).toHaveLength(2);
  });

  it('7.5 goes back to the base when nothing holds, with what is known about the base', async () => {
    const event = await search([false, false, false, false, false, false]);
    expect(removed(event)).toEqual(['u1', 'u2']);
    expect(event).toMatchObject({ head: { commit: 'c0', tree: 't0' }, commits: [], verification: { tree: 't0' } });
  });

  it('7.5 what held only in between is no proof of what is left', async () => {
    // The first alone holds once, during the search, and never again.
    const event = await search([false, false, true, false, false]);
    expect(removed(event)?.toSorted()).toEqual(['u1', 'u2']);
    expect(event).toMatchObject({ head: { tree: 't0' }, verification: { tree: 't0' } });
  });

  it('4.10 decides nothing when it is cancelled', async () => {
    expect(await search([true], 'cancelled')).toBeUndefined();
  });
});
