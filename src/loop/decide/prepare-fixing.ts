/** What comes between findings and fixes: questions about what is unclear (3.1), and a plan (3.2). */
import type { Config } from '../../config/schema.ts';
import type { CallSubject } from '../../model/call.ts';
import type { Action } from '../actions.ts';
import type { CallState, RunState } from '../state/state.ts';
import { hearAnswers } from './questions.ts';
import { callActions, callOf } from './calls/wanted-calls.ts';

/** What to do before the first fix of a round; null when everything is ready, or nothing can be begun any more. */
export const prepareFixing = (state: RunState, config: Config): Action[] | null => {
  if (state.plan?.round === state.rounds.length) return null;
  return clarify(state, config) ?? plan(state, config);
};

/** Only before the first plan: a person who answered once need not stay. */
const clarify = (state: RunState, config: Config): Action[] | null => {
  const { agent, rounds } = config.clarify;
  if (agent === undefined || state.plan) return null;
  const asked = [...state.calls.values()].filter(({ subject, answer }) => subject.role === 'clarify' && answer);
  const last = asked.at(-1);
  if (last && questionsOf(last).length > 0 && state.answeredRounds < asked.length)
    return state.stopping ? null : [hearAnswers(state, config, asked.length, questionsOf(last))];
  if (last && !asksOn(state, last, asked.length < rounds)) return null;
  return callActions(state, config, [{ subject: { role: 'clarify', n: asked.length + 1 }, agent }], 1);
};

const questionsOf = ({ answer }: CallState): string[] =>
  answer?.answer?.role === 'clarify' ? answer.answer.questions.map(({ id }) => id) : [];

/** It is not ready, may ask on, and got at least one answer: asking nobody again would lead nowhere. */
const asksOn = (state: RunState, last: CallState, mayAsk: boolean): boolean => {
  const answered = questionsOf(last).some((id) => (state.questions.get(id)?.answer ?? '') !== '');
  return mayAsk && last.answer?.answer?.role === 'clarify' && !last.answer.answer.ready && answered;
};

const plan = (state: RunState, config: Config): Action[] | null => {
  const { agent } = config.plan;
  const round = state.rounds.length;
  const subject: CallSubject = { role: 'plan', round };
  if (agent !== undefined && !callOf(state, subject)?.answer)
    return callActions(state, config, [{ subject, agent }], 1);
  return state.stopping ? null : [{ do: 'plan', round }];
};
