/** Questions to a person (3.1): which are open, which answers count, and when a run waits. */
import type { Config } from '../../config/schema.ts';
import type { Question } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import type { RunState } from '../state/state.ts';

/** What somebody said to a question; `command` is the message that brought it. */
export type Answer = { question: string; answer: string; command?: string };

/** Those that nobody has answered yet. */
export const openQuestions = (state: RunState): Question[] =>
  [...state.questions.values()].flatMap(({ answer, ...question }) => (answer === undefined ? [question] : []));

/** Answers as events. The first one to a question counts: what comes later, or answers nothing, is left out. */
export const firstAnswers = (state: RunState, answers: readonly Answer[]): RunEvent[] => {
  const open = new Set(openQuestions(state).map(({ id }) => id));
  return answers
    .filter(({ question }) => open.delete(question))
    .map((answer) => ({ type: 'question.answered', ...answer }));
};

/** Brings a round of questions to its end: by answers given beforehand, by waiting for a person, or without. */
export const hearAnswers = (state: RunState, config: Config, n: number, asked: readonly string[]): Action => {
  const given = firstAnswers(state, givenBeforehand(state));
  if (given.length > 0) return { do: 'record', events: given };
  const open = openQuestions(state);
  if (open.length > 0 && waitsForPerson(state, config)) return wait(state, open);
  return { do: 'record', events: endOfRound(state, n, asked) };
};

const givenBeforehand = ({ started }: RunState): Answer[] =>
  Object.entries(started?.answers ?? {}).map(([question, answer]) => ({ question, answer }));

/** Whoever brought answers along has said all there is to say, unless they are there or say otherwise. */
const waitsForPerson = ({ attended, started }: RunState, { clarify }: Config): boolean =>
  attended || (clarify.wait ?? started?.answers === undefined);

/** Said once, and again when only some of them were answered. */
const wait = ({ waitingFor }: RunState, questions: Question[]): Action =>
  waitingFor === undefined ? { do: 'record', events: [{ type: 'run.waiting', questions }] } : { do: 'wait' };

const endOfRound = ({ questions }: RunState, n: number, asked: readonly string[]): RunEvent[] => {
  const answers = asked.map((id): [string, string] => [id, questions.get(id)?.answer ?? '']);
  const unanswered = answers.filter(([, answer]) => answer.trim() === '').map(([id]) => id);
  const message = `not answered, so that the fixer has to decide by itself: ${unanswered.join(', ')}`;
  return [
    ...(unanswered.length > 0 ? [{ type: 'warning', message } as const] : []),
    { type: 'questions.answered', n, answers: Object.fromEntries(answers.filter(([, answer]) => answer !== '')) },
  ];
};
