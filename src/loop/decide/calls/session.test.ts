/** What a call of the fixer begins from: a conversation, and the change that was refused. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import type { AgentKind } from '../../../config/sections/agents.ts';
import type { RunEvent } from '../../../model/event.ts';
import { refusedSnapshots, sessionFor } from './session.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import {
  attempted,
  called,
  exampleConfig,
  exampleFinding,
  exampleSnapshot,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';

const configOf = (kind: AgentKind = 'claude', input: ConfigInput = {}) =>
  exampleConfig({ agents: { house: { kind, command: ['house'] } }, fix: { agent: 'house' }, ...input });

const asking = (id: string, agent = 'house'): RunEvent[] =>
  called(
    { role: 'clarify', n: 1 },
    { role: 'clarify', questions: [], ready: true, problems: [] },
    { session: { id, used: {} } },
    agent,
  );
const planning = (id: string): RunEvent[] =>
  called(
    { role: 'plan', round: 0 },
    { role: 'plan', steps: [], todos: {}, corrections: [] },
    { session: { id, used: {} } },
  );

const judged = (unit: string, gate: string | null, ...ids: string[]): RunEvent => ({
  type: 'attempt.judged',
  unit,
  results: Object.fromEntries(
    ids.map((id) => [id, gate === null ? { result: 'no-change' } : { result: 'refused', gate }]),
  ),
});
const fixing = (
  unit: string,
  id: string,
  gate: string | null = 'challenge',
  agent = 'house',
  session = `fix ${unit}`,
): RunEvent[] => [attempted(unit, [id], { agent, session: { id: session, used: {} } }), judged(unit, gate, id)];

type Given = { before?: RunEvent[]; steps?: RunEvent[]; unit?: string; config?: ReturnType<typeof configOf> };

const begin = <T>(what: (state: RunState, unit: UnitState) => T, given: Given): T => {
  const { before = [], steps = [stepStarted(1, ['a'])], unit = '1.1.1', config = configOf() } = given;
  const findings = findingsAdmitted(exampleFinding('a'), exampleFinding('b'));
  const state = stateOf(
    runStarted(config),
    findings,
    ...before,
    planMade('a', 'b'),
    { type: 'cycle.started', cycle: 1 },
    ...steps,
  );
  const asked = state.fixing.units.get(unit);
  if (!asked) throw new Error(`there is no unit ${unit}`);
  return what(state, asked);
};
const session = (given: Given) => begin(sessionFor, given);
const refused = (given: Given) => begin(refusedSnapshots, given)[0];

/** A re-fix of `a`, after one refusal. */
const refix = (gate: string | null = 'challenge', agent = 'house'): Given => ({
  steps: [stepStarted(1, ['a']), ...fixing('1.1.1', 'a', gate, agent), stepStarted(2, ['a'])],
  unit: '1.2.1',
});

describe('3.5 the conversation goes on', () => {
  it('3.5 from questions and plan to the fix: the last of them', () => {
    expect(session({ before: asking('asked'), config: configOf('command') })?.id).toBe('asked');
    expect(session({ before: [...asking('asked'), ...planning('planned')], config: configOf('command') })?.id).toBe(
      'planned',
    );
    expect(session({})).toBeUndefined();
  });

  it('3.5 not with what another agent has asked', () => {
    expect(session({ before: asking('asked', 'other') })).toBeUndefined();
  });

  it('3.5 from a fix to its re-fix, rather than from the plan', () => {
    expect(session({ ...refix(), before: planning('planned') })).toEqual({ id: 'fix 1.1.1', used: {} });
  });

  it('3.5 not from the fix of another finding, nor from that of another agent', () => {
    expect(
      session({ steps: [stepStarted(1, ['a']), ...fixing('1.1.1', 'a'), stepStarted(2, ['b'])], unit: '1.2.1' }),
    ).toBeUndefined();
    expect(session(refix('challenge', 'neighbour'))).toBeUndefined();
  });

  it('4.17 not from calls of two agents, although both give their conversation the same name', () => {
    const before = (other: string): RunEvent[] => [
      stepStarted(1, ['a'], ['b']),
      ...fixing('1.1.1', 'a', 'challenge', 'house', 's'),
      ...fixing('1.1.2', 'b', 'challenge', other, 's'),
      stepStarted(2, ['a', 'b']),
    ];
    expect(session({ steps: before('house'), unit: '1.2.1' })?.id).toBe('s');
    expect(session({ steps: before('cheap'), unit: '1.2.1' })).toBeUndefined();
  });

  it.each(['claude', 'codex', 'gemini'] as const)('3.5 in a copy for each fix, where the agent is %s', (kind) => {
    const parallel = { before: planning('planned'), steps: [stepStarted(1, ['a'], ['b'])], config: configOf(kind) };
    expect(session(parallel)).toEqual({ id: 'planned', used: {}, fork: true });
    expect(session({ ...parallel, unit: '1.1.2' })).toEqual({ id: 'planned', used: {}, fork: true });
  });

  it.each(['command', 'opencode', 'acp'] as const)(
    '3.5 anew for fixes side by side, and for later ones, where the agent is %s',
    (kind) => {
      const config = configOf(kind);
      const before = planning('planned');
      expect(session({ before, config, steps: [stepStarted(1, ['a'], ['b'])] })).toBeUndefined();
      const later = [stepStarted(1, ['a']), ...fixing('1.1.1', 'a'), stepStarted(2, ['b'])];
      expect(session({ before, config, steps: later, unit: '1.2.1' })).toBeUndefined();
      expect(session({ before, config })?.id).toBe('planned');
    },
  );
});

describe('4.14 a retry', () => {
  it.each(['verify', 'tool', 'combined', 'hooks', 'challenge'] as const)(
    '4.14 starts from the patch that %s refused',
    (gate) => {
      expect(refused(refix(gate))?.files.map(({ path }) => path)).toEqual(['a.ts']);
    },
  );

  it.each(['justification', 'protected', null] as const)('4.14 starts from the head after %s', (gate) => {
    expect(refused(refix(gate))).toBeUndefined();
  });

  it.each([
    ['verify', 'deleted', false],
    ['target', 'deleted', false],
    ['target', 'modified', false],
    ['verify', 'modified', true],
    ['target', 'added', true],
  ] as const)('4.14 7.4 after %s refused a patch with tests %s: from the patch is %s', (gate, change, goesOn) => {
    const snapshot = { ...exampleSnapshot('a.ts'), files: [{ path: 'test/a.test.ts', change, added: 1, removed: 1 }] };
    const steps = [stepStarted(1, ['a']), attempted('1.1.1', ['a'], { snapshot }), judged('1.1.1', gate, 'a')];
    expect(refused({ steps: [...steps, stepStarted(2, ['a'])], unit: '1.2.1' }) !== undefined).toBe(goesOn);
  });

  it('4.14 starts from the head when there is nothing before it', () => {
    expect(refused({})).toBeUndefined();
  });

  it('4.14 starts from the head when not all of its findings were in that patch', () => {
    const steps = [stepStarted(1, ['a']), ...fixing('1.1.1', 'a'), stepStarted(2, ['a', 'b'])];
    expect(refused({ steps, unit: '1.2.1' })).toBeUndefined();
  });

  it('4.14 starts from its own part of a patch that was taken apart', () => {
    const parts = ['a', 'b'].map((id, index) => ({
      unit: `1.1.1-${index + 1}`,
      findings: [id],
      snapshot: { ...snapshotOf(id) },
    }));
    const steps: RunEvent[] = [
      stepStarted(1, ['a', 'b']),
      attempted('1.1.1', ['a', 'b'], { session: { id: 'both', used: {} } }),
      { type: 'unit.split', unit: '1.1.1', parts },
      judged('1.1.1-1', 'challenge', 'a'),
      judged('1.1.1-2', 'challenge', 'b'),
      judged('1.1.1', null),
      stepStarted(2, ['b']),
    ];
    expect(refused({ steps, unit: '1.2.1' })?.files.map(({ path }) => path)).toEqual(['b.ts']);
    expect(session({ steps, unit: '1.2.1' })?.id).toBe('both');
    const together = [...steps.slice(0, -1), stepStarted(2, ['a', 'b'])];
    expect(begin(refusedSnapshots, { steps: together, unit: '1.2.1' }).map(({ commit }) => commit)).toEqual([
      'c-a',
      'c-b',
    ]);
    expect(session({ steps: together, unit: '1.2.1' })?.id).toBe('both');
  });
});

const snapshotOf = (id: string) => ({
  commit: `c-${id}`,
  tree: `t-${id}`,
  files: [{ path: `${id}.ts`, change: 'modified', added: 1, removed: 1 } as const],
  patch: 'change.patch',
  ignored: [],
});

describe('4.14 the last of three or more attempts', () => {
  const third: Given = {
    before: planning('planned'),
    steps: [
      stepStarted(1, ['a']),
      ...fixing('1.1.1', 'a'),
      stepStarted(2, ['a']),
      ...fixing('1.2.1', 'a'),
      stepStarted(3, ['a']),
    ],
    unit: '1.3.1',
  };
  const limits = (attemptsPerFinding: number | null, cycles = 9) => ({
    config: configOf('claude', { limits: { attemptsPerFinding, cycles } }),
  });

  it('4.14 starts afresh: clean head, new conversation', () => {
    expect([session({ ...third, ...limits(3) }), refused({ ...third, ...limits(3) })]).toEqual([undefined, undefined]);
    expect(session({ ...third, ...limits(null, 3) })).toBeUndefined();
  });

  it('4.14 is the only one that does', () => {
    expect(session({ ...third, ...limits(4) })?.id).toBe('fix 1.2.1');
    expect(refused({ ...third, ...limits(4) })).toBeDefined();
  });

  it('4.14 of two goes on like a re-fix', () => {
    expect(session({ ...refix(), ...limits(2) })?.id).toBe('fix 1.1.1');
    expect(refused({ ...refix(), ...limits(2) })).toBeDefined();
  });
});
