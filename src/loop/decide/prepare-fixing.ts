/** What comes between findings and fixes: questions about what is unclear (3.1), and a plan (3.2). */
import type { CallSubject } from '../../model/call.ts';
import { type CallState, currentCycle, isOpen, type RunState } from '../state/state.ts';
import { begin, type Question } from './first-of.ts';
import { hearAnswers } from './questions.ts';
import { callActions, callOf } from './calls/wanted-calls.ts';
import { canOpenCycle, onlyPrepares } from './verify-the-start.ts';

/** Before the first fix of a round: something is open, may be fixed, and is in no plan yet. */
const isDue = (state: RunState): boolean => {
  if (state.fixing.plan?.round === state.reviews.rounds.length) return false;
  const isPossible = onlyPrepares(state) ? !currentCycle(state) : canOpenCycle(state);
  return isPossible && [...state.findings.values()].some(isOpen);
};

/** Only before the first plan, and not what `fixpoint clarify` has asked: a person who answered once need not stay. */
export const clarifyTheFindings: Question = (state) => {
  const { agent, rounds } = state.config.clarify;
  if (agent === undefined || state.fixing.plan || state.run.started.clarified || !isDue(state)) return null;
  const asked = [...state.agents.calls.values()].filter(({ subject, answer }) => subject.role === 'clarify' && answer);
  const last = asked.at(-1);
  if (last && questionsOf(last).length > 0 && state.people.answeredRounds < asked.length)
    return begin(state, hearAnswers(state, asked.length, questionsOf(last)));
  if (last && !asksOn(state, last, asked.length < rounds)) return null;
  return callActions(state, [{ subject: { role: 'clarify', n: asked.length + 1 }, agent }], 1);
};

const questionsOf = ({ answer }: CallState): string[] =>
  answer?.answer?.role === 'clarify' ? answer.answer.questions.map(({ id }) => id) : [];

/** It is not ready, may ask on, and got at least one answer: asking nobody again would lead nowhere. */
const asksOn = (state: RunState, last: CallState, mayAsk: boolean): boolean => {
  const answered = questionsOf(last).some((id) => (state.people.questions.get(id)?.answer ?? '') !== '');
  return mayAsk && last.answer?.answer?.role === 'clarify' && !last.answer.answer.ready && answered;
};

export const planTheFixes: Question = (state) => {
  if (!isDue(state) || state.run.started.command === 'clarify') return null;
  const { agent } = state.config.plan;
  const round = state.reviews.rounds.length;
  const subject: CallSubject = { role: 'plan', round };
  if (agent !== undefined && !callOf(state, subject)?.answer) return callActions(state, [{ subject, agent }], 1);
  return begin(state, { do: 'plan', round });
};
