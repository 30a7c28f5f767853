/** Folds events into the state of a run. The only code that changes a RunState. */
import type { Config } from '../../config/schema.ts';
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { countTime } from './active-time.ts';
import { isUnverifiable } from './baseline-now.ts';
import { countCall, countLostCalls, postpone, problemsOfAnswer, replaceAgent } from './calls.ts';
import { admit, close, fixTogether, judge } from './fold-findings.ts';
import { addPlan, answerCall, answerQuestion, endQuestions, finishReview, startRound } from './fold-judgement.ts';
import {
  acceptHead,
  integrate,
  noteVerdict,
  remember,
  removeCulprits,
  splitUnit,
  startStep,
  withUnit,
} from './fold-step.ts';
import { keep } from './kept.ts';
import { movePlaces } from './places.ts';
import { currentCycle, currentRound, emptyState, type RunState } from './state.ts';
import { startRechecks } from './tool-counts.ts';
import { upcast } from './upcast.ts';

/** Applies one event in place: a state belongs to one fold, which nobody else changes. */
export const fold = (state: RunState, event: StoredEvent): RunState => {
  state.seq = event.seq;
  countTime(state, event);
  for (const each of upcast(state, event)) apply(state, each);
  return state;
};

export const foldAll = (run: string, events: Iterable<StoredEvent>): RunState => {
  const state = emptyState(run);
  for (const event of events) fold(state, event);
  return state;
};

// One case per event is the point: the whole meaning of the union stands in one place.
const apply = (state: RunState, event: StoredEvent): void => {
  switch (event.type) {
    case 'run.started':
      state.started = event;
      state.startedAt = event.at;
      state.attended = event.attended === true;
      if (isConfig(event.config)) state.config = event.config;
      state.head = event.start;
      state.verifiedHead = event.start;
      state.placesAt = event.start.commit;
      return;
    case 'run.resumed':
      return resume(state, event);
    case 'process.started':
      state.processes.push({ pid: event.pid, startTime: event.startTime, ...(event.host && { host: event.host }) });
      return;
    case 'commits.kept':
      return keep(state, event);
    case 'warning':
      state.warnings.push(event.message);
      return;
    case 'round.started':
      return startRound(state, event);
    case 'review.started':
      currentRound(state)?.started.add(event.reviewer);
      return;
    case 'review.scoped':
      currentRound(state)?.scopes.set(event.reviewer, event);
      return;
    case 'review.finished':
      return finishReview(state, event);
    case 'call.started': {
      const { call: key, subject, agent, reserved } = event;
      state.calls.set(key, { key, subject, agent, ...(reserved && { reserved }) });
      return;
    }
    case 'call.postponed': {
      const call = state.calls.get(event.call);
      if (call) postpone(state, call.subject.role, call, event);
      return;
    }
    case 'call.finished':
      return answerCall(state, event);
    case 'run.waiting':
      state.waitingFor = event.questions;
      return;
    case 'question.answered':
      return answerQuestion(state, event);
    case 'questions.answered':
      return endQuestions(state, event);
    case 'plan.made':
      return addPlan(state, event);
    case 'findings.admitted':
      return admit(state, event);
    case 'finding.closed':
      return close(state, event);
    case 'finding.fixed':
      return fixTogether(state, event);
    case 'places.moved':
      return movePlaces(state, event);
    case 'baseline.finished':
      state.baseline = event.verification;
      if (event.doubt !== undefined) state.doubt = event.doubt;
      remember(state, event.verification);
      return;
    case 'recheck.finished':
      return startRechecks(state, event);
    case 'cycle.started':
      state.cycles.push({ n: event.cycle, round: state.rounds.length, startedAt: event.at, steps: 0 });
      return;
    case 'step.started':
      return startStep(state, event);
    case 'agent.replaced':
      return replaceAgent(state, event);
    case 'attempt.started':
      return withUnit(state, event.unit, (unit) => {
        unit.phase = 'started';
        if (event.reserved) unit.reserved = event.reserved;
        delete unit.postponed;
      });
    case 'attempt.postponed':
      return withUnit(state, event.unit, (unit) => postpone(state, 'fix', unit, event));
    case 'attempt.finished':
      state.problems.push(...problemsOfAnswer(state, event));
      return withUnit(state, event.unit, (unit) => {
        countCall(state, 'fix', unit, event);
        unit.phase = 'answered';
        unit.answer = event;
      });
    case 'unit.split':
      return splitUnit(state, event);
    case 'check.finished':
      remember(state, event.verification);
      return withUnit(state, event.unit, (unit) => {
        unit.phase = 'checked';
        unit.check = event.verification;
      });
    case 'attempt.judged':
      return judge(state, event);
    case 'units.integrated':
      return integrate(state, event);
    case 'head.checked':
      remember(state, event.verification);
      return noteVerdict(state, event.verification);
    case 'head.accepted':
      return acceptHead(state, event);
    case 'culprits.removed':
      return removeCulprits(state, event);
    case 'step.finished':
      delete currentCycle(state)?.step;
      return;
    case 'cycle.finished': {
      const cycle = currentCycle(state);
      if (cycle) cycle.finishedAt = event.at;
      return;
    }
    case 'cancel.requested':
      state.cancelled = true;
      delete state.waitingFor;
      return;
    case 'run.stopping':
      delete state.waitingFor;
      state.stopping = { reason: event.reason, message: event.message, atOnce: event.atOnce === true };
      return;
    case 'run.handed-over':
      state.handedOver = event;
      return;
    case 'run.finished':
      state.finished = {
        status: event.status,
        ...(event.stopReason && { stopReason: event.stopReason }),
        ...(event.message !== undefined && { message: event.message }),
      };
      return;
    case 'baseline.started':
    case 'recheck.started':
    case 'check.started':
    case 'head.check.started':
    case 'attempt.output':
    case 'attempt.activity':
      return;
    default:
      event satisfies never;
  }
};

/**
 * It was validated when the run was created, and the journal is ours: this tells it from the config of a journal that
 * is not.
 */
const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && ['fix', 'verify', 'commit', 'limits'].every((key) => key in value);

/** Whatever was closed only because the run had to end is open again; units go on where they stood. */
const resume = (state: RunState, event: RunEventOf<'run.resumed'>): void => {
  if (state.config && event.limits) state.config = withLimits(state.config, event.limits);
  const stopped = state.stopping?.reason;
  state.failures.clear();
  state.cancelled = false;
  state.attended = event.attended === true;
  state.waitedMs = 0;
  delete state.waitingFor;
  delete state.stopping;
  delete state.finished;
  delete state.handedOver;
  // Whatever made it fail may be mended by now.
  if (state.baseline && (isUnverifiable(state.baseline) || stopped === 'baseline')) delete state.baseline;
  for (const unit of state.units.values()) if (unit.phase === 'started') unit.phase = 'planned';
  countLostCalls(state);
  currentRound(state)?.started.clear();
  for (const finding of state.findings.values()) {
    // Its change is there, and may be proven yet.
    const isChanged = finding.cause === 'no-proof' && finding.commit !== undefined;
    if (finding.cause !== 'stopped' && finding.cause !== 'cancelled' && !isChanged) continue;
    finding.status = isChanged ? 'fixed' : 'open';
    delete finding.cause;
    delete finding.reason;
  }
};

/** They were checked by the schema of the configuration when they were given. */
const withLimits = (config: Config, limits: Readonly<Record<string, number | null>>): Config => ({
  ...config,
  limits: { ...config.limits, ...limits },
});
