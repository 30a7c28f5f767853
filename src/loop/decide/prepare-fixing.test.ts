/** Questions and a plan, between findings and fixes. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../config/schema.ts';
import type { RunEvent } from '../../model/event.ts';
import { keyOf } from '../actions.ts';
import { next } from './next.ts';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
} from '../../../test/support/loop/examples.ts';

const configOf = (input: ConfigInput = {}) =>
  exampleConfig({ fix: { agent: 'house' }, clarify: { agent: 'house', rounds: 3 }, ...input });

const asked = (n: number, ...ids: string[]): RunEvent[] =>
  called(
    { role: 'clarify', n },
    {
      role: 'clarify',
      questions: ids.map((id) => ({ id, finding: 'a', question: 'which?' })),
      ready: ids.length === 0,
      problems: [],
    },
  );
const waiting = (...ids: string[]): RunEvent => ({
  type: 'run.waiting',
  questions: ids.map((id) => ({ id, finding: 'a', question: 'which?' })),
});
const answered = (n: number, answers: Record<string, string>): RunEvent => ({ type: 'questions.answered', n, answers });

const after = (events: RunEvent[], config = configOf()): string[] =>
  next(stateOf(runStarted(config), findingsAdmitted(exampleFinding('a')), ...events)).map(keyOf);

describe('3.1 questions', () => {
  it('3.1 come before the plan', () => {
    expect(after([])).toEqual(['call clarify/1']);
  });

  it('3.1 are put to the user, then the agent is asked again until it is ready', () => {
    expect(after([...asked(1, 'A-q1'), waiting('A-q1')])).toEqual(['wait']);
    const first = [...asked(1, 'A-q1'), answered(1, { 'A-q1': 'the first' })];
    expect(after(first)).toEqual(['call clarify/2']);
    expect(after([...first, ...asked(2)])).toEqual(['plan']);
    expect(after([...first, ...asked(2, 'A-q2'), waiting('A-q2')])).toEqual(['wait']);
  });

  it('3.1 end with clarify.rounds, however much it would still like to know', () => {
    const config = configOf({ clarify: { agent: 'house', rounds: 1 } });
    expect(after([...asked(1, 'A-q1'), answered(1, { 'A-q1': 'the first' })], config)).toEqual(['plan']);
  });

  it('3.1 that nobody answered are not asked in other words; one answer is enough to go on', () => {
    expect(after([...asked(1, 'A-q1', 'A-q2'), answered(1, {})])).toEqual(['plan']);
    expect(after([...asked(1, 'A-q1', 'A-q2'), answered(1, { 'A-q2': 'yes' })])).toEqual(['call clarify/2']);
  });

  it('3.1 an agent that fails at it keeps nobody from fixing', () => {
    expect(after(called({ role: 'clarify', n: 1 }, null))).toEqual(['plan']);
  });

  it('3.1 are over once there is a plan, also for what later reviews find', () => {
    expect(after([planMade('a')])).toEqual(['recheck']);
    const again: RunEvent = {
      type: 'round.started',
      round: 1,
      cause: 'again',
      reviewers: [],
      base: null,
      head: { commit: 'c1', tree: 't1' },
    };
    expect(after([planMade('a'), again, findingsAdmitted(exampleFinding('b'))])).toEqual(['plan']);
  });
});

describe('3.2 the plan', () => {
  const planning = configOf({ clarify: {}, plan: { agent: 'house' } });
  const failed = called({ role: 'plan', round: 0 }, null);

  it('3.2 is asked for once, and made without the agent when it fails', () => {
    expect(after([], planning)).toEqual(['call plan/0']);
    expect(after(failed, planning)).toEqual(['plan']);
  });

  it('2.10 is not paid for when nothing is to be fixed', () => {
    const nobody = exampleConfig({ plan: { agent: 'house' }, clarify: { agent: 'house' } });
    const giveUp = next(stateOf(runStarted(nobody), findingsAdmitted(exampleFinding('a'))));
    expect(giveUp).toMatchObject([{ do: 'record', events: [{ type: 'finding.closed', cause: 'no-agent' }] }]);
    const disabled = configOf({ plan: { agent: 'house' }, limits: { cycles: 0 } });
    expect(next(stateOf(runStarted(disabled), findingsAdmitted(exampleFinding('a'))))).toMatchObject([
      { events: [{ type: 'finding.closed', cause: 'disabled' }] },
    ]);
  });

  it('3.6 `plan` makes it, and fixes nothing', () => {
    const begun = [runStarted(planning, { command: 'plan' }), findingsAdmitted(exampleFinding('a'))];
    expect(next(stateOf(...begun)).map(keyOf)).toEqual(['call plan/0']);
    expect(next(stateOf(...begun, ...failed, planMade('a')))).toMatchObject([
      {
        do: 'record',
        events: [{ type: 'finding.closed', cause: 'disabled', reason: 'planned, and not to be fixed now' }],
      },
    ]);
  });

  it('11.1 what is asked for when the run stops is heard out, and nothing is begun', () => {
    const stop: RunEvent = { type: 'run.stopping', reason: 'budget', message: 'spent' };
    const [begun] = failed;
    if (!begun) throw new Error('nothing was begun');
    expect(after([begun, stop], planning)).toEqual(['call plan/0']);
    expect(after([stop], planning)).toEqual(['record']);
    expect(after([...asked(1, 'A-q1'), stop])).toEqual(['record']);
  });
});
