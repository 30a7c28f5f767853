/** Folds events into the state of a run. The only code that makes a RunState, and that changes one. */
import type { Config } from '../../config/schema.ts';
import type { StoredEvent } from '../../model/event.ts';
import { consumer, type PerEvent } from '../../model/run/per-event.ts';
import { foldOutbox } from '../../stages/leftovers/outbox.ts';
import { countTime } from './spent/active-time.ts';
import { postpone, replaceAgent } from './calls.ts';
import { admit, close, fixTogether, judge, reopen } from './fold-findings.ts';
import { addPlan, answerCall, answerQuestion, endQuestions, finishReview, startRound } from './fold-judgement.ts';
import { configIn, resume, setLimits, startState } from './fold-run.ts';
import { acceptHead, checkHead, finishGroup, integrate, remember, removeCulprits } from './fold-head.ts';
import {
  answerAttempt,
  checkUnit,
  postponeAttempt,
  readyUnits,
  splitUnit,
  startAttempt,
  startCheck,
  startStep,
} from './fold-step.ts';
import { keep } from './kept.ts';
import { restoreHead } from './restore-head.ts';
import { movePlaces } from './places.ts';
import { purposeOfCall } from './spent/spending.ts';
import { currentCycle, currentRound, type RunState } from './state.ts';
import { startRechecks } from './tool-counts.ts';
import { upcast } from './upcast.ts';
import { given } from '../../plain/given.ts';

type Folds = PerEvent<void, [RunState]>;

/** Applies one event in place: a state belongs to one fold, which nobody else changes. */
export const fold = (state: RunState, event: StoredEvent): RunState => {
  state.run.seq = event.seq;
  countTime(state, event);
  if ('inbox' in event && event.inbox !== undefined) state.run.inbox = Math.max(state.run.inbox, event.inbox);
  for (const each of upcast(state, event)) apply(each, state);
  return state;
};

/**
 * Null for a run that never began, or began with a configuration that is none of ours. `written`: the configuration as
 * it was written, where the journal has it without its secrets.
 */
export const foldAll = (events: Iterable<StoredEvent>, written?: Config): RunState | null => {
  let state: RunState | null = null;
  for (const event of events) {
    if (state) fold(state, event);
    else if (event.type === 'run.started') state = begin(event, written);
  }
  return state;
};

const begin = (event: Extract<StoredEvent, { type: 'run.started' }>, written?: Config): RunState | null => {
  const config = written ?? configIn(event);
  return config && startState(event, config);
};

const nothing = (): void => undefined;

/** The run itself: its start, its mode, its end. */
const ofRun = {
  // It made the state: `startState`.
  'run.started': nothing,
  'run.resumed': (event, state) => resume(state, event),
  'process.started': ({ pid, startTime, host }, state) =>
    void state.run.processes.push({ pid, startTime, ...given({ host }) }),
  'commits.kept': (event, state) => keep(state, event),
  'run.moved': ({ root, seal }, state) => {
    state.run.started = { ...state.run.started, root, seal };
  },
  warning: ({ message }, state) => void state.remarks.warnings.push(message),
  'agent.replaced': (event, state) => replaceAgent(state, event),
  'cancel.requested': (_, state) => {
    state.end.cancelled = true;
    delete state.people.waitingFor;
  },
  'limits.set': ({ limits }, state) => setLimits(state, limits),
  'run.stopping': (event, state) => {
    state.end.stopping = { reason: event.reason, message: event.message, atOnce: event.atOnce === true };
    delete state.people.waitingFor;
  },
  'run.handed-over': (event, state) => void (state.end.handedOver = event),
  'run.finished': ({ status, stopReason, message }, state) => {
    state.end.finished = { status, ...(stopReason && { stopReason }), ...given({ message }) };
  },
} satisfies Partial<Folds>;

/** What others say before anything is fixed. */
const ofJudgement = {
  'round.started': (event, state) => startRound(state, event),
  'review.started': ({ reviewer }, state) => void currentRound(state)?.started.add(reviewer),
  'review.scoped': (event, state) => void currentRound(state)?.scopes.set(event.reviewer, event),
  'review.finished': (event, state) => finishReview(state, event),
  'round.measured': (event, state) => {
    const round = currentRound(state);
    if (round) round.measured = event;
  },
  'call.started': ({ call: key, subject, agent, reserved }, state) =>
    void state.agents.calls.set(key, { key, subject, agent, ...(reserved && { reserved }) }),
  'call.postponed': (event, state) => {
    const call = state.agents.calls.get(event.call);
    if (call) postpone(state, purposeOfCall(state, call), call, event);
  },
  'call.finished': (event, state) => answerCall(state, event),
  'question.asked': ({ question }, state) => void state.people.questions.set(question.id, { ...question }),
  'run.waiting': ({ questions }, state) => {
    state.people.waitingFor = questions;
    state.people.hasWaited = true;
  },
  'question.answered': (event, state) => answerQuestion(state, event),
  'questions.answered': (event, state) => endQuestions(state, event),
  'plan.made': (event, state) => addPlan(state, event),
} satisfies Partial<Folds>;

const ofFindings = {
  'findings.admitted': (event, state) => admit(state, event),
  'finding.closed': (event, state) => close(state, event),
  'finding.fixed': (event, state) => fixTogether(state, event),
  'finding.reopened': (event, state) => reopen(state, event),
  'places.moved': (event, state) => movePlaces(state, event),
  'attempt.judged': (event, state) => judge(state, event),
} satisfies Partial<Folds>;

/** Cycles, steps, and the units in them. */
const ofFixing = {
  'cycle.started': ({ cycle, at }, state) =>
    void state.fixing.cycles.push({
      n: cycle,
      round: state.reviews.rounds.length,
      startedAt: at,
      steps: 0,
      openSteps: new Set(),
    }),
  'step.started': (event, state) => startStep(state, event),
  'attempt.started': (event, state) => startAttempt(state, event),
  'attempt.postponed': (event, state) => postponeAttempt(state, event),
  'attempt.finished': (event, state) => answerAttempt(state, event),
  'unit.split': (event, state) => splitUnit(state, event),
  'check.started': ({ unit }, state) => startCheck(state, unit),
  'check.finished': ({ unit, verification }, state) => checkUnit(state, unit, verification),
  'units.ready': (event, state) => readyUnits(state, event),
  'step.finished': ({ step }, state) => void currentCycle(state)?.openSteps.delete(step),
  'cycle.finished': ({ at, fixed, open }, state) => {
    const cycle = currentCycle(state);
    if (cycle) Object.assign(cycle, { finishedAt: at, ended: { fixed, open } });
  },
} satisfies Partial<Folds>;

/** What is known about trees, and which head counts. */
const ofCode = {
  'baseline.finished': ({ verification, doubt }, state) => {
    state.checks.baseline = verification;
    if (doubt !== undefined) state.checks.doubt = doubt;
    remember(state, verification);
  },
  'recheck.finished': (event, state) => startRechecks(state, event),
  'units.integrated': (event, state) => integrate(state, event),
  'head.checked': (event, state) => checkHead(state, event),
  'head.accepted': (event, state) => acceptHead(state, event),
  'head.restored': (event, state) => restoreHead(state, event),
  'group.finished': (event, state) => finishGroup(state, event),
  'culprits.removed': (event, state) => removeCulprits(state, event),
} satisfies Partial<Folds>;

/** The outbox folds itself; that it was gone through is the run's. */
const post = (event: StoredEvent, { leftovers }: RunState): void => foldOutbox(leftovers.outbox, event);

const ofLeftovers = {
  'leftover.planned': post,
  'leftover.sent': post,
  'leftover.confirmed': post,
  'leftover.failed': post,
  'leftovers.filed': (event, state) => void (state.leftovers.filed = event),
} satisfies Partial<Folds>;

/** Said so that people know what is going on. */
const ofNoConsequence = {
  'baseline.started': nothing,
  'recheck.started': nothing,
  'head.check.started': nothing,
  'attempt.output': nothing,
  'attempt.activity': nothing,
} satisfies Partial<Folds>;

const apply = consumer<void, [RunState]>({
  ...ofRun,
  ...ofJudgement,
  ...ofFindings,
  ...ofFixing,
  ...ofCode,
  ...ofLeftovers,
  ...ofNoConsequence,
});
