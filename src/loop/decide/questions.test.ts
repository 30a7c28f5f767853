/** Who answers a question, which answer counts, and when a run waits for one. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../model/call.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import type { RunState } from '../state/state.ts';
import { next } from './next.ts';
import { firstAnswers, openQuestions } from './questions.ts';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../test/support/loop/examples.ts';

const ids = ['A-q1', 'A-q2'];
const questions = ids.map((id): Question => ({ id, finding: 'a', question: 'which?', context: 'both occur' }));
const asked = called({ role: 'clarify', n: 1 }, { role: 'clarify', questions, ready: false, problems: [] });
const waiting: RunEvent = { type: 'run.waiting', questions };
const answered = (question: string, answer: string): RunEvent => ({ type: 'question.answered', question, answer });
const resumed = (facts: Partial<RunEventOf<'run.resumed'>> = {}): RunEvent => ({
  type: 'run.resumed',
  version: '0',
  ...facts,
});

type Given = { start?: Partial<RunEventOf<'run.started'>>; wait?: boolean };

const stateAfter = (events: RunEvent[], { start, wait = true }: Given = {}): RunState => {
  const clarify = { agent: 'house', wait };
  const config = exampleConfig({ fix: { agent: 'house' }, clarify });
  return stateOf(runStarted(config, start), findingsAdmitted(exampleFinding('a')), ...asked, ...events);
};
const after = (events: RunEvent[], given: Given = {}) => next(stateAfter(events, given));
const recorded = (...events: RunEvent[]) => [{ do: 'record', events }];

describe('3.1 a run that only a person can go on with', () => {
  it('3.1 says once what it waits for, and then waits', () => {
    expect(after([])).toEqual(recorded(waiting));
    expect(after([waiting])).toEqual([{ do: 'wait' }]);
    expect(after([waiting, { type: 'warning', message: 'by the way' }])).toEqual([{ do: 'wait' }]);
  });

  it('3.1 waits for the rest when only some are answered, and goes on when all are', () => {
    const rest: RunEvent = { type: 'run.waiting', questions: questions.slice(1) };
    expect(after([waiting, answered('A-q1', 'this')])).toEqual(recorded(rest));
    expect(after([waiting, answered('A-q1', 'this'), rest, answered('A-q2', 'that')])).toEqual(
      recorded({ type: 'questions.answered', n: 1, answers: { 'A-q1': 'this', 'A-q2': 'that' } }),
    );
  });

  it('3.1 says again what it waits for when it is resumed, and ends when it is cancelled', () => {
    expect(after([waiting, resumed()])).toEqual(recorded(waiting));
    expect(after([waiting, { type: 'cancel.requested' }])).toMatchObject([
      { do: 'record', events: [{ type: 'finding.closed', cause: 'cancelled' }] },
    ]);
  });

  it('3.1 does not wait for words about a finding that was closed meanwhile, unless a resumed run opens it', () => {
    const closedAs = (cause: 'exhausted' | 'stopped'): RunEvent[] => [
      { type: 'finding.closed', id: 'a', status: 'blocked', cause, reason: 'so it is' },
      findingsAdmitted(exampleFinding('b')),
    ];
    expect(openQuestions(stateAfter(closedAs('stopped'))).map(({ id }) => id)).toEqual(ids);
    expect(openQuestions(stateAfter(closedAs('exhausted')))).toEqual([]);
    expect(after(closedAs('exhausted'))).toEqual(recorded({ type: 'questions.answered', n: 1, answers: {} }));
  });

  it('3.1 leaves to the fixer what is answered with nothing, and warns of it', () => {
    const [decision] = after([waiting, answered('A-q1', ''), answered('A-q2', 'that')]);
    expect(decision).toEqual({
      do: 'record',
      events: [
        { type: 'warning', message: expect.stringMatching(/not answered.*: A-q1$/) },
        { type: 'questions.answered', n: 1, answers: { 'A-q2': 'that' } },
      ],
    });
  });
});

describe('3.1 answers that were given beforehand', () => {
  const start = { request: { answers: { 'A-q1': 'as before', 'Z-q1': 'to nothing' } } };
  const given: RunEvent = { type: 'question.answered', question: 'A-q1', answer: 'as before' };

  it('3.1 are taken first, and only those to questions that are asked', () => {
    expect(after([], { start })).toEqual(recorded(given));
  });

  it('3.1 are all there is where nobody is there, unless the run is to wait', () => {
    const rest: RunEvent = { type: 'run.waiting', questions: questions.slice(1) };
    const end = { type: 'questions.answered', n: 1, answers: { 'A-q1': 'as before' } };
    expect(after([given], { start, wait: false })).toMatchObject([{ events: [{ type: 'warning' }, end] }]);
    expect(after([given], { start })).toEqual(recorded(rest));
    expect(after([given], { start: { ...start, attended: true }, wait: false })).toEqual(recorded(rest));
    expect(after([given, resumed({ attended: true })], { start, wait: false })).toEqual(recorded(rest));
    expect(after([given, resumed()], { start: { ...start, attended: true }, wait: false })).toMatchObject([
      { events: [{ type: 'warning' }, end] },
    ]);
  });
});

describe('3.1 a run that is not to wait', () => {
  const closing: RunEvent = {
    type: 'finding.closed',
    id: 'a',
    status: 'blocked',
    cause: 'needs-decision',
    reason:
      'needs a decision, and nobody was there to ask (A-q1 “which?”, A-q2 “which?”); ' +
      'start again with --wait, or with --answers FILE',
  };
  const end: RunEvent = { type: 'questions.answered', n: 1, answers: {} };

  it('3.1 blocks what only a person can decide where nobody is there, and asks about it no more', () => {
    expect(after([], { wait: false })).toEqual(recorded(closing, end));
    const state = stateAfter([closing, end], { wait: false });
    expect(openQuestions(state)).toEqual([]);
    expect(state.people.questions.get('A-q1')?.answer).toBeUndefined();
    expect(next(state)).toEqual([{ do: 'hand-over' }]);
  });

  it('3.1 waits all the same where somebody is there', () => {
    expect(after([], { wait: false, start: { attended: true } })).toEqual(recorded(waiting));
  });

  it('3.1 goes on waiting once it has waited, also when it is resumed where nobody is', () => {
    const rest: RunEvent = { type: 'run.waiting', questions: questions.slice(1) };
    const start = { attended: true };
    expect(after([waiting, resumed()], { wait: false, start })).toEqual(recorded(waiting));
    expect(after([waiting, resumed(), answered('A-q1', 'this')], { wait: false, start })).toEqual(recorded(rest));
  });
});

describe('3.1 the first answer counts', () => {
  it('3.1 of those that come together, and of those that come later', () => {
    const message = (question: string, answer: string, command: string) => ({ question, answer, command });
    const state = stateAfter([waiting]);
    const events = firstAnswers(state, [
      message('A-q2', 'that', 'm1'),
      message('Z-q1', 'to nothing', 'm2'),
      message('A-q2', 'another', 'm3'),
    ]);
    expect(events).toEqual([{ type: 'question.answered', question: 'A-q2', answer: 'that', command: 'm1' }]);
    const later = stateAfter([waiting, ...events, answered('A-q2', 'another')]);
    expect(later.people.questions.get('A-q2')?.answer).toBe('that');
    expect(openQuestions(later).map(({ id }) => id)).toEqual(['A-q1']);
    expect(firstAnswers(later, [message('A-q2', 'another', 'm4')])).toEqual([]);
  });

  it('3.1 rounds that a version before ended in one go are read as they were meant', () => {
    const state = stateAfter([{ type: 'questions.answered', n: 1, answers: { 'A-q1': 'this' } }]);
    expect(openQuestions(state)).toEqual([]);
    expect(state.people.questions.get('A-q2')?.answer).toBe('');
  });
});
