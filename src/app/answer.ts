/** Answers questions of a run, from anywhere: through its inbox, so that it does not matter who holds it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openQuestions } from '../loop/decide/questions.ts';
import type { RunState } from '../loop/state/state.ts';
import type { Question } from '../model/call.ts';
import { InputError } from '../model/expected.ts';
import type { App } from './app.ts';
import { findRunToChange } from './own-runs.ts';
import { readState } from './runs/read-run.ts';
import type { Options } from './options.ts';

/** `answers`: by id of the question; an empty one leaves it to the fixer. */
export type AnswerRequest = Options & { run: string; answers: Readonly<Record<string, string>> };

/** Somebody else answered first. */
export type LateAnswer = { question: string; answer: string };

export type Answered = {
  run: string;
  /** Ids of the questions to which the given answers count, or will once somebody goes on with the run. */
  answered: string[];
  late: LateAnswer[];
  /** The process that has heard them and goes on with the run; null when nobody does: `resume` goes on with them. */
  holder: { pid: number; host: string } | null;
  isFinished: boolean;
  /** Id of the message for each answer that was sent, by question. */
  commands: Record<string, string>;
};

const pollMs = 200;

/** What a run asks, and nobody has answered. */
export const questions = async (
  app: App,
  request: Options & { run: string },
): Promise<{ run: string; questions: Question[] }> => {
  const { run } = await findRunToChange(app, request);
  const state = await readState(app, run);
  return { run, questions: state.end.finished ? [] : openQuestions(state) };
};

/**
 * Sends answers to a run. Where a process holds it, resolves once that one has heard them; otherwise at once, and they
 * wait for whoever resumes the run. Nothing is sent when one of the questions is not there.
 */
export const answer = async (app: App, request: AnswerRequest): Promise<Answered> => {
  const { run } = await findRunToChange(app, request);
  const state = await readState(app, run);
  const commands: Record<string, string> = {};
  for (const question of answerable(state, Object.keys(request.answers)))
    commands[question] = await send(app, run, question, request.answers[question] ?? '');
  const before = Object.keys(request.answers).filter((id) => !Object.hasOwn(commands, id));
  const heard = await heardAnswers(app, { run, commands });
  return { ...heard, late: [...before.map((id) => lateAnswer(state, id)), ...heard.late] };
};

const send = async (app: App, run: string, question: string, text: string): Promise<string> => {
  const id = randomUUID();
  await (await app.journal()).send(run, { do: 'answer', id, question, text });
  return id;
};

/** How answers stand that were sent before, once they are heard or nobody holds the run. */
export const heardAnswers = async (
  app: App,
  { run, commands }: Pick<Answered, 'run' | 'commands'>,
): Promise<Answered> => {
  const journal = await app.journal();
  for (;;) {
    const holder = (await journal.find(run))?.holder ?? null;
    const state = await readState(app, run);
    const isHeard = Object.keys(commands).every((id) => state.people.questions.get(id)?.answer !== undefined);
    if (holder === null || isHeard || state.end.finished) return outcome(state, commands, holder);
    await delay(pollMs);
  }
};

/** Those of the questions that are open; refuses a run or a question that cannot be answered. */
const answerable = (state: RunState, ids: readonly string[]): string[] => {
  const { finished } = state.end;
  if (finished) throw new InputError(whyFinished(state.run.id, finished), 'conflict');
  const unknown = ids.filter((id) => !state.people.questions.has(id));
  if (unknown.length > 0) throw new InputError(whyUnknown(state, unknown), 'not-found');
  const open = ids.filter((id) => state.people.questions.get(id)?.answer === undefined);
  if (ids.length > 0 && open.length === 0) throw new InputError(whyLate(state, ids), 'conflict');
  return open;
};

const whyFinished = (run: string, { status, stopReason }: NonNullable<RunState['end']['finished']>): string =>
  stopReason === undefined
    ? `Run ${run} is finished (${status}): there is nothing to answer. \`fixpoint report ${run}\` shows how it ended.`
    : `Run ${run} is finished (${status}), and asks nothing now. ` +
      `\`fixpoint resume ${run}\` resumes it, and asks again.`;

const whyUnknown = (state: RunState, unknown: readonly string[]): string => {
  const open = openQuestions(state).map(({ id }) => id);
  const asked = open.length === 0 ? 'It asks nothing at the moment.' : `It asks ${open.join(', ')}.`;
  return `Run ${state.run.id} has no question ${unknown.join(', ')}. ${asked}`;
};

const whyLate = (state: RunState, ids: readonly string[]): string =>
  [
    lateWords(ids.map((id) => lateAnswer(state, id))),
    `Nothing was changed. \`fixpoint answer ${state.run.id}\` lists what is open;`,
    `\`fixpoint resume ${state.run.id}\` resumes the run if no other process has.`,
  ].join(' ');

const lateAnswer = ({ people }: RunState, question: string): LateAnswer => ({
  question,
  answer: people.questions.get(question)?.answer ?? '',
});

/** For a person. */
export const lateWords = (late: readonly LateAnswer[]): string =>
  late
    .map(({ question, answer: text }) =>
      text === ''
        ? `${question} was left to the fixer before this answer came.`
        : `${question} was answered already: “${text}”. The first answer counts.`,
    )
    .join(' ');

const outcome = (state: RunState, commands: Answered['commands'], holder: Answered['holder']): Answered => {
  const isLate = (id: string): boolean => {
    const { answer: text, command } = state.people.questions.get(id) ?? {};
    return text !== undefined && command !== commands[id];
  };
  const ids = Object.keys(commands);
  return {
    run: state.run.id,
    answered: ids.filter((id) => !isLate(id)),
    late: ids.filter(isLate).map((id) => lateAnswer(state, id)),
    holder,
    isFinished: state.end.finished !== undefined,
    commands,
  };
};
