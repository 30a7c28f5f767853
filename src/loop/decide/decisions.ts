/**
 * Decisions about an attempt that only a person can take (7.7, 7.8): asked for once; the attempt waits, and nobody else
 * does. Yes lets it go on as it is, and anything else sends it back.
 */
import type { Question } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import { mayBegin } from '../state/mode.ts';
import type { RunState } from '../state/state.ts';
import { givenBeforehand, isSettled, waitsForPerson } from './questions.ts';

export type Decision = { verdict: 'yes' | 'no' | 'nobody'; words: string };

const yes = /^\W*(?:y|yes|yep|yeah|ok|okay|sure|agreed?|accept(?:ed)?|allow(?:ed)?|approved?|refuted|true)\b/i;

const read = (answer: string): Decision => ({ verdict: yes.test(answer) ? 'yes' : 'no', words: answer.trim() });

const mayBeAnswered = (state: RunState, { id }: Question): boolean =>
  waitsForPerson(state) || givenBeforehand(state).some(({ question }) => question === id);

/** Undefined as long as nobody was asked, or somebody may still answer. */
export const decisionOn = (state: RunState, question: Question): Decision | undefined => {
  const asked = state.people.questions.get(question.id);
  if (asked?.answer !== undefined) return read(asked.answer);
  if (isSettled(state, question)) return { verdict: 'no', words: 'the finding was closed meanwhile' };
  return asked === undefined || mayBeAnswered(state, question) ? undefined : { verdict: 'nobody', words: '' };
};

/** Asks what was not asked yet, and takes what was answered beforehand. */
export const askPeople = (state: RunState, questions: readonly Question[]): RunEvent[] => {
  if (!mayBegin(state)) return [];
  const given = new Map(givenBeforehand(state).map(({ question, answer }) => [question, answer]));
  return questions.flatMap((question): RunEvent[] => {
    if (!state.people.questions.has(question.id)) return [{ type: 'question.asked', question }];
    const answer = given.get(question.id);
    return answer === undefined ? [] : [{ type: 'question.answered', question: question.id, answer }];
  });
};

/** For a person who reads why a finding ended. */
export const undecidedWords = ({ id }: Question): string =>
  `needs a decision, and nobody was there to ask (${id}); start again with --wait, or with --answers FILE`;

/** Attempts that wait for a person. */
export const parkedUnits = ({ people: { questions } }: RunState): Set<string> =>
  new Set([...questions.values()].flatMap(({ unit, answer }) => (answer === undefined ? (unit ?? []) : [])));
