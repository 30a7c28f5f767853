/** Reviews, questions and plans in the state of a run. Part of the fold. */
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import type { PlanStep } from '../../model/todo.ts';
import { countCall } from './calls.ts';
import { purposeOfCall } from './spent/spending.ts';
import { currentRound, isUndecided, isUnresolved, type RunState } from './state.ts';

export const startRound = (state: RunState, event: RunEventOf<'round.started'>): void => {
  state.reviews.rounds.push({
    ...event,
    started: new Set(),
    scopes: new Map(),
    reviews: new Map(),
    found: [],
    reopened: [],
    openBefore: [...state.findings.values()].filter(isUnresolved).length,
    usedBefore: { ...state.money.used },
    isCutShort: state.end.stopping !== undefined,
  });
  state.reviews.admitted = false;
};

export const finishReview = (state: RunState, event: RunEventOf<'review.finished'>): void => {
  const round = currentRound(state);
  round?.reviews.set(event.reviewer, { ...event, round: round.round });
  // What a tool says of the start is what fixes are measured by; later rounds follow their own fixes.
  if (event.verdict !== 'error') state.checks.toolCounts.set(event.reviewer, event.counts);
};

export const answerCall = (state: RunState, event: Extract<StoredEvent, { type: 'call.finished' }>): void => {
  const call = state.agents.calls.get(event.call);
  if (!call) return;
  countCall(state, purposeOfCall(state, call), call, event);
  delete call.postponed;
  call.answer = event;
  state.remarks.problems.push(...problemsOfChallenge(event));
  if (call.subject.role !== 'clarify') return;
  state.remarks.problems.push(...problemsOfQuestions(event));
  if (event.answer?.role !== 'clarify') return;
  for (const question of event.answer.questions) state.people.questions.set(question.id, { ...question });
};

/** What is odd about scores, such as a status that contradicts its score: the score counts, and it is said (6.1). */
const problemsOfChallenge = ({ agent, answer }: RunEventOf<'call.finished'>): RunState['remarks']['problems'] =>
  answer?.role === 'challenge'
    ? answer.problems.map((message) => ({ place: `scores of challenger ${agent}`, message }))
    : [];

/** A run goes on without questions: it has to be said that somebody wanted to ask them, and could not. */
const problemsOfQuestions = ({
  agent,
  outcome,
  message,
}: RunEventOf<'call.finished'>): RunState['remarks']['problems'] => {
  if (outcome === 'cancelled' || (outcome === 'ok' && message === undefined)) return [];
  const what = outcome === 'ok' ? message : `it asked nothing (${message ?? outcome}): going on without questions`;
  return [{ place: `questions of ${agent}`, message: what ?? outcome }];
};

/** The first answer counts. */
export const answerQuestion = (state: RunState, event: RunEventOf<'question.answered'>): void => {
  const { question: id, answer, command } = event;
  const question = state.people.questions.get(id);
  delete state.people.waitingFor;
  if (!question || question.answer !== undefined) return;
  question.answer = answer;
  if (command !== undefined) question.command = command;
};

/** Whoever did not answer a question, and was there, has answered that there is nothing to say. */
export const endQuestions = (state: RunState, { n, answers }: RunEventOf<'questions.answered'>): void => {
  state.people.answeredRounds = n;
  for (const question of state.people.questions.values())
    if (!isUndecided(state, question)) question.answer ??= answers[question.id] ?? '';
};

export const addPlan = (state: RunState, event: RunEventOf<'plan.made'>): void => {
  const { by, steps, todos, corrections, file, round } = event;
  const earlier = state.fixing.plan;
  const planned = new Set(steps.flatMap(({ findings }) => findings));
  state.fixing.plan = {
    by,
    steps: [...(earlier?.steps ?? []).flatMap((step) => without(step, planned)), ...steps],
    todos: new Map([...(earlier?.todos ?? []), ...Object.entries(todos)]),
    corrections: [...(earlier?.corrections ?? []), ...corrections],
    ...((file ?? earlier?.file) !== undefined && { file: file ?? earlier?.file ?? '' }),
    round,
  };
};

/** What is planned anew, since it was reported again, is in no earlier step any more. */
const without = (step: PlanStep, planned: ReadonlySet<string>): PlanStep[] => {
  const findings = step.findings.filter((id) => !planned.has(id));
  return findings.length === 0 ? [] : [{ ...step, findings }];
};
