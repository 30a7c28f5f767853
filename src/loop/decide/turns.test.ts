/** Whose turn it is: attempts, re-fixes, and the steps of a plan. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../config/schema.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { RunEvent } from '../../model/event.ts';
import { failingAgent } from './calls/replace-agent.ts';
import { giveUp } from './closings.ts';
import { next } from './next.ts';
import type { RunState } from '../state/state.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../test/support/loop/examples.ts';
import { attemptsLeft, turnsOf } from './turns.ts';

const configOf = (input: ConfigInput = {}) =>
  exampleConfig({ fix: { agent: 'house' }, challenger: { agents: ['judge'], iterations: 2 }, ...input });

const tried = (facts: Partial<Attempt> = {}): Attempt => ({
  n: 1,
  at: '',
  cycle: 1,
  agent: 'house',
  claim: 'fixed',
  result: 'refused',
  files: [],
  usage: {},
  durationMs: 1,
  ...facts,
});
const scored = (score: number): Attempt['challenge'] => ({
  score,
  threshold: 90,
  feedback: '',
  improvements: [],
  votes: [],
});
const rejected = (facts: Partial<Attempt> = {}): Attempt =>
  tried({ gate: 'challenge', challenge: scored(70), ...facts });
/** Good, and refused with others. */
const heldBack = (facts: Partial<Attempt> = {}): Attempt => rejected({ challenge: scored(95), ...facts });
const { challenge: _, ...unjudged } = rejected();
const deferred = (facts: Partial<Attempt> = {}): Attempt => tried({ claim: 'deferred', result: 'no-change', ...facts });

const stateWith = (attempts: Attempt[], config = configOf(), ...more: RunEvent[]): RunState => {
  const state = stateOf(runStarted(config), findingsAdmitted(exampleFinding('a')), ...more);
  state.findings.get('a')?.attempts.push(...attempts);
  return state;
};
const hasTurn = (attempts: Attempt[], cycle = 1, config = configOf()): boolean =>
  turnsOf(stateWith(attempts, config), cycle).length > 0;
const isLeft = (attempts: Attempt[], config = configOf()): boolean =>
  attemptsLeft({ finding: exampleFinding('a'), status: 'open', attempts }, config);

describe('one attempt in a cycle', () => {
  it('4.6 the next comes with the next cycle', () => {
    expect(hasTurn([])).toBe(true);
    expect(hasTurn([tried({ gate: 'verify' })])).toBe(false);
    expect(hasTurn([tried({ gate: 'verify' })], 2)).toBe(true);
    expect(hasTurn([deferred()])).toBe(false);
    expect(hasTurn([tried({ gate: 'justification' })])).toBe(false);
  });

  it('6.2 a re-fix comes right away, in the same cycle', () => {
    expect(hasTurn([rejected()])).toBe(true);
    expect(hasTurn([rejected(), tried({ gate: 'verify' })])).toBe(false);
  });

  it('6.2 as often as challenger.iterations says, the first fix included, over all cycles', () => {
    expect(hasTurn([rejected(), rejected()])).toBe(false);
    expect(hasTurn([rejected(), rejected({ cycle: 2 })], 3)).toBe(false);
    expect(hasTurn([rejected()], 1, configOf({ challenger: { agents: ['judge'], iterations: 1 } }))).toBe(false);
    expect(hasTurn([rejected(), rejected()], 1, configOf({ challenger: { agents: ['judge'], iterations: 3 } }))).toBe(
      true,
    );
  });

  it('6.2 a fix that was good, or not judged, and refused only with others comes back alone, and it is not held against it', () => {
    const turnAfter = (...attempts: Attempt[]) => turnsOf(stateWith(attempts), 1).map(({ alone }) => alone);
    expect(turnAfter(rejected())).toEqual([false]);
    expect(turnAfter(heldBack())).toEqual([true]);
    expect(turnAfter(unjudged)).toEqual([true]);
    expect(isLeft([heldBack(), heldBack({ cycle: 2 })])).toBe(true);
    expect(
      isLeft([heldBack(), rejected(), rejected({ cycle: 2 })], configOf({ limits: { attemptsPerFinding: null } })),
    ).toBe(false);
  });

  it('4.6 a re-fix is an attempt: limits.attemptsPerFinding holds for it as well', () => {
    const config = configOf({ challenger: { agents: ['judge'], iterations: 9 }, limits: { attemptsPerFinding: 2 } });
    expect(hasTurn([rejected()], 1, config)).toBe(true);
    expect(hasTurn([rejected(), rejected()], 1, config)).toBe(false);
  });
});

describe('4.6 deferred beyond its tries', () => {
  const thrice = [deferred(), deferred({ cycle: 2 }), deferred({ cycle: 3 })];

  it('4.6 has no attempt left after the third, and one after the second', () => {
    expect(isLeft(thrice.slice(0, 2))).toBe(true);
    expect(isLeft(thrice)).toBe(false);
  });

  it('4.6 is blocked, with the number of attempts and the last reason', () => {
    const config = configOf();
    const last = { ...thrice[2], reason: 'deferred: needs a decision' };
    const finding = {
      finding: exampleFinding('a'),
      status: 'deferred',
      attempts: [...thrice.slice(0, 2), tried(last)],
    } as const;
    expect(
      giveUp({ ...finding, attempts: [...finding.attempts] }, config, {
        agent: 'house',
        removed: null,
        unpaid: null,
      }),
    ).toMatchObject({
      status: 'blocked',
      cause: 'exhausted',
      reason: 'not fixed after 3 attempts: nothing was changed: deferred: needs a decision',
    });
  });

  it('4.6 ends with the cycles as well, when they are fewer', () => {
    const config = configOf({ limits: { cycles: 1 } });
    const state = stateWith(
      [deferred()],
      config,
      planMade('a'),
      { type: 'cycle.started', cycle: 1 },
      { type: 'cycle.finished', cycle: 1, fixed: 0, open: 1 },
    );
    expect(next(state)).toMatchObject([
      { events: [{ type: 'finding.closed', cause: 'exhausted', reason: expect.stringContaining('no cycles left') }] },
    ]);
  });

  it.each([
    ['cancelled', { result: 'cancelled' }],
    ['machine-made', { agent: 'autofix' }],
  ] as const)('4.6 one that was %s does not count', (_, facts) => {
    expect(isLeft([...thrice.slice(0, 2), tried(facts)])).toBe(true);
  });
});

describe('4.17 a ladder of agents', () => {
  const agents = Object.fromEntries(
    [['cheap', 'spare'], ['strong'], ['spare', 'last'], ['last']].map(([name = '', fallback]) => [
      name,
      { kind: 'command' as const, command: ['x'], ...(fallback !== undefined && { fallback }) },
    ]),
  );
  const config = configOf({ agents, fix: { agents: ['cheap', 'strong'] }, limits: { attemptsPerFinding: 9 } });
  const whose = (attempts: Attempt[], ...more: RunEvent[]) =>
    turnsOf(stateWith(attempts, config, ...more), 2).map(({ agent }) => agent);
  const replaced = (agent: string, by: string): RunEvent => ({ type: 'agent.replaced', agent, by, reason: '' });

  it('4.17 the nth attempt is the turn of the nth of them, and the last one stays', () => {
    expect(whose([])).toEqual(['cheap']);
    expect(whose([tried()])).toEqual(['strong']);
    expect(whose([tried(), deferred()])).toEqual(['strong']);
    expect(whose([tried(), tried({ result: 'timeout' }), tried({ result: 'conflict' })])).toEqual(['strong']);
  });

  it('4.17 each finding has its own place on it', () => {
    const state = stateOf(runStarted(config), findingsAdmitted(exampleFinding('a'), exampleFinding('b')));
    state.findings.get('a')?.attempts.push(tried());
    expect(turnsOf(state, 2).map(({ finding, agent }) => [finding.id, agent])).toEqual([
      ['a', 'strong'],
      ['b', 'cheap'],
    ]);
  });

  it('4.17 a machine-made fix and a cancelled attempt do not count', () => {
    expect(whose([tried({ agent: 'autofix' }), tried({ result: 'cancelled' })])).toEqual(['cheap']);
  });

  it('4.17 a re-fix in the same cycle is the turn of the next', () => {
    expect(turnsOf(stateWith([rejected()], config), 1)).toMatchObject([{ agent: 'strong' }]);
  });

  it('4.17, 4.15 a fallback takes the place of one of them', () => {
    expect(whose([], replaced('cheap', 'spare'))).toEqual(['spare']);
    expect(whose([tried()], replaced('cheap', 'spare'))).toEqual(['strong']);
    expect(whose([], replaced('spare', 'last'), replaced('cheap', 'spare'))).toEqual(['last']);
  });

  it('4.17, 4.15 whoever of them keeps failing is replaced, by whoever stands in for its fallback', () => {
    const failing = (ladder: string[], ...failed: string[]) => {
      const state = stateWith([], configOf({ agents, fix: { agents: ladder } }), replaced('spare', 'last'));
      for (const agent of failed) state.agents.failures.set(agent, { count: 3, message: 'boom' });
      return failingAgent(state);
    };
    expect(failing(['strong', 'cheap'], 'cheap')).toMatchObject({ agent: 'cheap', by: 'last' });
    expect(failing(['strong', 'cheap'], 'strong', 'cheap')).toMatchObject({ agent: 'cheap', by: 'last' });
    expect(failing(['strong', 'cheap'], 'strong')).toBeNull();
    expect(failing(['strong'], 'cheap')).toBeNull();
  });
});

describe('3.6 the steps of a plan', () => {
  const findings = ['a', 'b', 'c', 'd'].map((id) => exampleFinding(id));
  const plan = (by: 'agent' | 'file' | 'computed', ...steps: string[][]): RunEvent => ({
    type: 'plan.made',
    round: 0,
    by,
    steps: steps.map((ids) => ({ reason: 'so', findings: ids })),
    todos: {},
    corrections: [],
  });
  const due = (event: RunEvent, done: string[] = [], config = configOf()): string[] => {
    const cycle: RunEvent = { type: 'cycle.started', cycle: 1 };
    const state = stateOf(runStarted(config), findingsAdmitted(...findings), event, cycle);
    for (const id of done) state.findings.get(id)?.attempts.push(deferred());
    return next(state)
      .flatMap((action) => (action.do === 'record' ? action.events : []))
      .flatMap((each) => (each.type === 'step.started' ? each.units.flatMap((unit) => unit.findings) : []));
  };

  it.each(['agent', 'file'] as const)('3.6 follow each other when the plan is by %s, in its order', (by) => {
    const made = plan(by, ['c', 'a'], ['d'], ['b']);
    expect(due(made)).toEqual(['c', 'a']);
    expect(due(made, ['c'])).toEqual(['a']);
    expect(due(made, ['c', 'a'])).toEqual(['d']);
  });

  it('3.6 the next begins when all of the one before is judged, whatever agents are free', () => {
    const made = plan('agent', ['c', 'a'], ['d'], ['b']);
    const begun: RunEvent[] = [
      runStarted(configOf()),
      findingsAdmitted(...findings),
      made,
      { type: 'cycle.started', cycle: 1 },
      stepStarted(1, ['c'], ['a']),
    ];
    expect(next(stateOf(...begun))).toEqual(['1.1.1', '1.1.2'].map((unit) => ({ do: 'attempt', unit })));
    const failed = (unit: string, id: string): RunEvent[] => [
      attempted(unit, [id], { outcome: 'crashed', snapshot: null }),
      { type: 'attempt.judged', unit, results: { [id]: { result: 'agent-error' } } },
    ];
    expect(next(stateOf(...begun, ...failed('1.1.1', 'c')))).toEqual([{ do: 'attempt', unit: '1.1.2' }]);
    const finished: RunEvent = { type: 'step.finished', cycle: 1, step: 1 };
    expect(next(stateOf(...begun, ...failed('1.1.1', 'c'), ...failed('1.1.2', 'a'), finished))).toMatchObject([
      { events: [{ type: 'step.started', step: 2, units: [{ findings: ['d'] }] }] },
    ]);
  });

  it('3.6 a step that was passed over waits for the later one that is under way, and comes next', () => {
    const begun = [
      runStarted(configOf()),
      findingsAdmitted(...findings),
      plan('agent', ['a'], ['b', 'd']),
      { type: 'cycle.started', cycle: 1 } as const,
      stepStarted(1, ['b']),
    ];
    const units = (...events: RunEvent[]) =>
      next(stateOf(...begun, ...events)).flatMap((action) =>
        action.do === 'record' ? action.events.flatMap((each) => (each.type === 'step.started' ? each.units : [])) : [],
      );
    expect(units()).toMatchObject([{ findings: ['d'] }]);
    const isFree = [
      attempted('1.1.1', ['b'], { outcome: 'crashed', snapshot: null }),
      { type: 'attempt.judged', unit: '1.1.1', results: { b: { result: 'agent-error' } } } as const,
      { type: 'step.finished', cycle: 1, step: 1 } as const,
    ];
    expect(units(...isFree)).toMatchObject([{ findings: ['a'] }]);
  });

  it('3.6 findings that are in no step come last, and are not forgotten', () => {
    expect(due(plan('file', ['b']), ['b'])).toEqual(['a', 'c', 'd']);
  });

  it('3.3 that were computed do not hold anybody back', () => {
    expect(due(plan('computed', ['c', 'a'], ['d'], ['b']))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('T15 2.4 delegated asks about all of them in one call', () => {
    const config = configOf({ fix: { agent: 'house', mode: 'delegated' } });
    expect(due(plan('agent', ['c', 'a'], ['d'], ['b']), [], config)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('T12 3.6 batch asks about one step after the other, and about all at once where nobody planned', () => {
    const config = configOf({ fix: { agent: 'house', mode: 'batch' } });
    expect(due(plan('file', ['c', 'a'], ['d'], ['b']), [], config)).toEqual(['c', 'a']);
    expect(due(plan('file', ['c', 'a'], ['d'], ['b']), ['c', 'a'], config)).toEqual(['d']);
    expect(due(plan('computed', ['c', 'a'], ['d'], ['b']), [], config)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('U08 3.3 groups count unless somebody planned', () => {
    const grouped = ['a', 'b'].map((id) => exampleFinding(id, { group: 'g' }));
    const groups = (event: RunEvent) =>
      turnsOf(stateOf(runStarted(configOf()), findingsAdmitted(...grouped), event), 1).map(({ group }) => group);
    expect(groups(plan('computed', ['a', 'b']))).toEqual(['["import","g"]', '["import","g"]']);
    expect(groups(plan('file', ['a', 'b']))).toEqual([null, null]);
  });
});
