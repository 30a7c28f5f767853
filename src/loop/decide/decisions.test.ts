/** Decisions of people about attempts: only a yes lets anything through, and nobody is waited for who is not there. */
import { describe, expect, it } from 'vitest';
import {
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../test/support/loop/examples.ts';
import type { RunEvent } from '../../model/event.ts';
import { askPeople, decisionOn, parkedUnits } from './decisions.ts';

const question = { id: 'A-s1', finding: 'a', question: 'May it?', unit: '1.1.1' };
const asked: RunEvent = { type: 'question.asked', question };
const answered = (answer: string): RunEvent => ({ type: 'question.answered', question: 'A-s1', answer });

const after = (facts: Parameters<typeof runStarted>[1], ...events: RunEvent[]) =>
  stateOf(runStarted(exampleConfig(), facts), findingsAdmitted(exampleFinding('a')), ...events);

describe('7.7, 7.8 an answer', () => {
  it.each(['yes', 'Yes.', ' y', 'ok, do it', 'sure', 'Allowed', '“yes”'])('7.7 %s lets it go on', (words) => {
    expect(decisionOn(after({ attended: true }, asked, answered(words)), question)?.verdict).toBe('yes');
  });

  it.each(['no', 'No, never', '', 'yesterday it was fine', 'what is that?', 'not yes', 'okra'])(
    '7.7 %s sends it back',
    (words) => {
      expect(decisionOn(after({ attended: true }, asked, answered(words)), question)).toEqual({
        verdict: 'no',
        words: words.trim(),
      });
    },
  );

  it('7.7 is waited for where somebody is there, and not where nobody is', () => {
    expect(decisionOn(after({ attended: true }, asked), question)).toBeUndefined();
    expect(decisionOn(after({}, asked), question)?.verdict).toBe('nobody');
    expect(decisionOn(after({}), question), 'not asked yet').toBeUndefined();
    expect([...parkedUnits(after({ attended: true }, asked))]).toEqual(['1.1.1']);
    expect([...parkedUnits(after({ attended: true }, asked, answered('no')))]).toEqual([]);
  });

  it('7.7 is not waited for once its finding has another end, unless a resumed run takes that back', () => {
    const closed = (cause: 'file-deleted' | 'stopped'): RunEvent => ({
      type: 'finding.closed',
      id: 'a',
      status: 'blocked',
      cause,
      reason: 'gone',
    });
    expect(decisionOn(after({ attended: true }, asked, closed('file-deleted')), question)?.verdict).toBe('no');
    expect(decisionOn(after({ attended: true }, asked, closed('stopped')), question)).toBeUndefined();
  });

  it('7.7 is asked for once, and taken from what was brought along', () => {
    const brought = { request: { answers: { 'A-s1': 'yes' } } };
    expect(askPeople(after(brought), [question])).toEqual([asked]);
    expect(askPeople(after(brought, asked), [question])).toEqual([answered('yes')]);
    expect(decisionOn(after(brought, asked), question)).toBeUndefined();
    expect(askPeople(after({}, asked), [question])).toEqual([]);
  });
});
