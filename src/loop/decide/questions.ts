/** Questions to a person (3.1): which are open, which answers count, and when a run waits. */
import type { Question } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import { cutEnd } from '../../plain/cut.ts';
import { isOpen, type RunState } from '../state/state.ts';
import { closed } from './closings.ts';

/** What somebody said to a question; `command` is the message that brought it. */
export type Answer = { question: string; answer: string; command?: string };

/** Its finding has another end by now than one that a resumed run takes back. */
export const isSettled = ({ findings }: RunState, { finding: id }: Question): boolean => {
  const finding = findings.get(id);
  return finding !== undefined && !isOpen(finding) && finding.cause !== 'stopped' && finding.cause !== 'cancelled';
};

/** Nobody waits for the answer any more: its finding is closed, or its attempt is judged. */
const isTooLate = (state: RunState, question: Question): boolean =>
  isSettled(state, question) || (question.unit !== undefined && !state.fixing.working.has(question.unit));

/** Those that nobody has answered yet, and that it is not too late to answer. */
export const openQuestions = (state: RunState): Question[] =>
  [...state.people.questions.values()].flatMap(({ answer, ...question }) =>
    answer === undefined && !isTooLate(state, question) ? [question] : [],
  );

/** Answers as events. The first one to a question counts: what comes later, or answers nothing, is left out. */
export const firstAnswers = (state: RunState, answers: readonly Answer[]): RunEvent[] => {
  const open = new Set(openQuestions(state).map(({ id }) => id));
  return answers
    .filter(({ question }) => open.delete(question))
    .map((answer) => ({ type: 'question.answered', ...answer }));
};

/** Brings a round of questions to its end: by answers given beforehand, by waiting for a person, or without. */
export const hearAnswers = (state: RunState, n: number, asked: readonly string[]): Action => {
  const given = firstAnswers(state, givenBeforehand(state));
  if (given.length > 0) return { do: 'record', events: given };
  const open = openQuestions(state);
  if (open.length > 0 && waitsForPerson(state)) return wait(state, open);
  const undecided = open.filter(() => !mayFixerDecide(state));
  return { do: 'record', events: [...closeUndecided(state, undecided), ...endOfRound(state, n, asked, undecided)] };
};

export const givenBeforehand = ({ run }: RunState): Answer[] =>
  Object.entries(run.started.request.answers ?? {}).map(([question, answer]) => ({ question, answer }));

/** Once it has waited for people it goes on to, whoever resumes it: they may be about to answer. */
export const waitsForPerson = ({ people, config }: RunState): boolean =>
  people.attended || people.hasWaited || config.clarify.wait;

/** Whoever brought answers along has said all there is to say: what they left out is left to the fixer. */
const mayFixerDecide = ({ run }: RunState): boolean => run.started.request.answers !== undefined;

/** Said once, and again when only some of them were answered. */
export const wait = ({ people }: RunState, questions: Question[]): Action =>
  people.waitingFor === undefined ? { do: 'record', events: [{ type: 'run.waiting', questions }] } : { do: 'wait' };

/** A finding that only a person can decide about is blocked where nobody is there to ask. */
const closeUndecided = ({ findings }: RunState, undecided: readonly Question[]): RunEvent[] =>
  [...Map.groupBy(undecided, ({ finding }) => finding)].flatMap(([id, questions]) => {
    const finding = findings.get(id);
    return finding ? [closed(finding, 'needs-decision', whyUndecided(questions))] : [];
  });

const longestQuestion = 300;

const whyUndecided = (questions: readonly Question[]): string => {
  const asked = questions.map(({ id, question }) => `${id} “${cutEnd(question, longestQuestion)}”`).join(', ');
  return `needs a decision, and nobody was there to ask (${asked}); start again with --wait, or with --answers FILE`;
};

const endOfRound = (
  state: RunState,
  n: number,
  asked: readonly string[],
  undecided: readonly Question[],
): RunEvent[] => {
  const { questions } = state.people;
  const answers = asked.map((id): [string, string] => [id, questions.get(id)?.answer ?? '']);
  const blocked = new Set(undecided.map(({ id }) => id));
  const isLeft = (id: string): boolean => {
    const question = questions.get(id);
    return !blocked.has(id) && question !== undefined && !isSettled(state, question);
  };
  const unanswered = answers.filter(([id, answer]) => answer.trim() === '' && isLeft(id)).map(([id]) => id);
  const message = `not answered, so the fixer decides: ${unanswered.join(', ')}`;
  return [
    ...(unanswered.length > 0 ? [{ type: 'warning', message } as const] : []),
    { type: 'questions.answered', n, answers: Object.fromEntries(answers.filter(([, answer]) => answer !== '')) },
  ];
};
