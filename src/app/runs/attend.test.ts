/** Asking whoever started a run, while others may answer as well. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../model/call.ts';
import type { RunEvent, StoredEvent } from '../../model/event.ts';
import type { Answer } from '../../loop/decide/questions.ts';
import { fold } from '../../loop/state/fold.ts';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../test/support/loop/examples.ts';
import { Attendant, type AskUser } from './attend.ts';

const questions = ['A-q1', 'A-q2'].map((id): Question => ({ id, finding: 'a', question: 'which?' }));
const asked = called({ role: 'clarify', n: 1 }, { role: 'clarify', questions, ready: false, problems: [] });
const waiting: RunEvent = { type: 'run.waiting', questions };
const answered = (question: string, command: string): RunEvent => ({
  type: 'question.answered',
  question,
  answer: 'this',
  command,
});

/** A run that waits, and everything that came of asking. */
const attended = (askUser: AskUser) => {
  const state = stateOf(runStarted(exampleConfig()), findingsAdmitted(exampleFinding('a')), ...asked);
  const sent: Answer[] = [];
  const told: string[] = [];
  const cancelled = new AbortController();
  const attendant = new Attendant({
    askUser,
    state,
    send: async (answers) => void sent.push(...answers),
    cancel: () => cancelled.abort(),
    cancelled: cancelled.signal,
    tell: (message) => told.push(message),
  });
  /** As the loop does it: folded, then shown. */
  const happens = (...events: RunEvent[]): void => {
    for (const event of events) {
      const stored: StoredEvent = { ...event, run: 'run', seq: state.run.seq + 1, at: '2026-01-01T00:00:00.000Z' };
      fold(state, stored);
      attendant.see(stored);
    }
  };
  return { attendant, happens, sent, told, cancelled };
};

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('3.1 whoever started a run', () => {
  it('3.1 is asked with the findings at hand; what they leave out is left to the fixer', async () => {
    const seen: unknown[] = [];
    const { happens, sent, told } = attended(async (list) => {
      seen.push(...list.map(({ id, about }) => [id, about.code]));
      return { 'A-q2': 'that' };
    });
    happens(waiting);
    await turns();
    expect(seen).toEqual([
      ['A-q1', 'A'],
      ['A-q2', 'A'],
    ]);
    expect(sent).toMatchObject([
      { question: 'A-q1', answer: '' },
      { question: 'A-q2', answer: 'that' },
    ]);
    expect(new Set(sent.map(({ command }) => command)).size).toBe(2);
    for (const { question, command = '' } of sent) happens(answered(question, command));
    expect(told).toEqual([]);
  });

  it('3.1 ends the run by giving up', async () => {
    const { happens, sent, cancelled } = attended(async () => null);
    happens(waiting);
    await turns();
    expect([sent, cancelled.signal.aborted]).toEqual([[], true]);
  });

  it('3.1 is left alone once others have answered everything, and that is no giving up', async () => {
    const { happens, sent, cancelled, attendant } = attended(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))),
    );
    happens(waiting);
    await turns();
    happens(answered('A-q1', 'theirs'), waiting);
    await turns();
    happens(answered('A-q2', 'theirs'));
    await attendant.end();
    expect([sent, cancelled.signal.aborted]).toEqual([[], false]);
  });

  it('3.1 is told of answers that others gave first, before or after their own was sent', async () => {
    const prompt = Promise.withResolvers<Record<string, string>>();
    const { happens, sent, told } = attended(() => prompt.promise);
    happens(waiting);
    await turns();
    happens(answered('A-q1', 'theirs'));
    prompt.resolve({ 'A-q1': 'mine', 'A-q2': 'mine' });
    await turns();
    expect(told).toEqual(['A-q1 was answered by somebody else first; that answer counts']);
    expect(sent).toHaveLength(2);
    happens(answered('A-q2', 'theirs'));
    expect(told).toEqual([told[0], 'A-q2 was answered by somebody else first; that answer counts']);
  });

  it('3.1 is asked once more when the agent asks on, and not about what is answered by then', async () => {
    let times = 0;
    const { happens } = attended(async () => {
      times += 1;
      return {};
    });
    happens(waiting, answered('A-q1', 'theirs'), answered('A-q2', 'theirs'));
    await turns();
    expect(times).toBe(0);
    const more: Question = { id: 'A-q3', finding: 'a', question: 'and now?' };
    happens(...called({ role: 'clarify', n: 2 }, { role: 'clarify', questions: [more], ready: false, problems: [] }), {
      type: 'run.waiting',
      questions: [more],
    });
    await turns();
    expect(times).toBe(1);
  });

  it('3.1 who cannot be asked is a failure that is heard of', async () => {
    const { happens, attendant } = attended(() => Promise.reject(new Error('no terminal')));
    happens(waiting);
    await expect(attendant.failure).rejects.toThrow('no terminal');
  });
});
