/** Folds events into the state of a run. The only code that changes a RunState. */
import type { Config } from '../config/schema.ts';
import type { Attempt } from '../model/attempt.ts';
import type { RunEventOf, StoredEvent } from '../model/event.ts';
import type { Verification } from '../model/verification.ts';
import { isAcceptable } from './acceptable.ts';
import { countCall, countLostCalls, problemsOfAnswer, replaceAgent, shareOf, spend } from './calls.ts';
import { currentCycle, emptyState, type FindingState, type RunState, type UnitState } from './state.ts';
import { countImported, updateToolCounts } from './tool-counts.ts';

/** Applies one event in place: a state belongs to one fold, which nobody else changes. */
export const fold = (state: RunState, event: StoredEvent): RunState => {
  state.seq = event.seq;
  if (event.type === 'run.resumed') state.activeMs += Math.max(0, Date.parse(state.lastAt) - Date.parse(state.activeSince)) || 0;
  if (event.type === 'run.started' || event.type === 'run.resumed') state.activeSince = event.at;
  state.lastAt = event.at;
  apply(state, event);
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
      if (isConfig(event.config)) state.config = event.config;
      state.head = event.start;
      state.verifiedHead = event.start;
      return;
    case 'run.resumed':
      return resume(state, event);
    case 'process.started':
      state.processes.push({ pid: event.pid, startTime: event.startTime });
      return;
    case 'warning':
      state.warnings.push(event.message);
      return;
    case 'review.finished':
      state.reviews.set(event.reviewer, event);
      state.toolCounts.set(event.reviewer, event.counts);
      return;
    case 'findings.admitted':
      return admit(state, event);
    case 'finding.closed':
      return close(state, event);
    case 'baseline.finished':
      state.baseline = event.verification;
      remember(state, event.verification);
      return;
    case 'cycle.started':
      state.cycles.push({ n: event.cycle, startedAt: event.at, steps: 0 });
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
      state.waitedMs += event.waitMs;
      if (event.usage) spend(state, event.unit, event.usage);
      return withUnit(state, event.unit, (unit) => {
        unit.postponed = { outcome: event.outcome, message: event.message, until: event.until };
        delete unit.reserved;
      });
    case 'attempt.finished':
      state.problems.push(...problemsOfAnswer(state, event));
      countCall(state, event);
      return withUnit(state, event.unit, (unit) => {
        unit.phase = 'answered';
        unit.answer = event;
        delete unit.reserved;
      });
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
      return acceptHead(state, event.verification);
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
      return;
    case 'run.stopping':
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
    case 'review.started':
    case 'baseline.started':
    case 'check.started':
    case 'head.check.started':
    case 'attempt.output':
    case 'attempt.activity':
      return;
    default:
      event satisfies never;
  }
};

/** It was validated when the run was created, and the journal is ours: this tells it from the config of a journal that is not. */
const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && ['fix', 'verify', 'commit', 'limits'].every((key) => key in value);

/** Whatever was closed only because the run had to end is open again; units go on where they stood. */
const resume = (state: RunState, event: RunEventOf<'run.resumed'>): void => {
  if (state.config && event.limits) state.config = withLimits(state.config, event.limits);
  state.failures.clear();
  state.cancelled = false;
  state.waitedMs = 0;
  delete state.stopping;
  delete state.finished;
  delete state.handedOver;
  // Whatever made set-up fail may be mended by now.
  if (state.baseline?.verdict === 'setup-failed') delete state.baseline;
  for (const unit of state.units.values()) {
    delete unit.postponed;
    if (unit.phase === 'started') unit.phase = 'planned';
  }
  countLostCalls(state);
  for (const finding of state.findings.values()) {
    if (finding.cause !== 'stopped' && finding.cause !== 'cancelled') continue;
    finding.status = 'open';
    delete finding.cause;
    delete finding.reason;
  }
};

/** They were checked by the schema of the configuration when they were given. */
const withLimits = (config: Config, limits: Readonly<Record<string, number | null>>): Config => ({
  ...config,
  limits: { ...config.limits, ...limits },
});

const admit = (state: RunState, event: RunEventOf<'findings.admitted'>): void => {
  state.admitted = true;
  state.leftOut = event.leftOut;
  for (const problem of event.problems) state.problems.push(problem);
  for (const finding of event.findings) state.findings.set(finding.id, { finding, status: 'open', attempts: [] });
  countImported(state, event);
};

const close = (state: RunState, event: RunEventOf<'finding.closed'>): void => {
  const finding = state.findings.get(event.id);
  if (!finding) return;
  finding.status = event.status;
  finding.cause = event.cause;
  finding.reason = event.reason;
};

const startStep = (state: RunState, event: RunEventOf<'step.started'>): void => {
  const cycle = currentCycle(state);
  if (!cycle) return;
  cycle.steps = event.step;
  cycle.step = { n: event.step, base: event.base, units: event.units.map((plan) => plan.unit), integrated: false };
  for (const plan of event.units) state.units.set(plan.unit, { plan, cycle: event.cycle, phase: 'planned' });
};

const withUnit = (state: RunState, key: string, change: (unit: UnitState) => void): void => {
  const unit = state.units.get(key);
  if (unit) change(unit);
};

const remember = (state: RunState, verification: Verification): void => {
  state.verified.set(verification.tree, verification);
};

const integrate = (state: RunState, event: RunEventOf<'units.integrated'>): void => {
  state.head = event.head;
  const step = currentCycle(state)?.step;
  if (step) step.integrated = true;
  for (const commit of event.commits) {
    withUnit(state, commit.unit, (unit) => {
      unit.phase = 'committed';
      unit.commit = commit;
    });
  }
  for (const conflict of event.conflicts) {
    withUnit(state, conflict.unit, (unit) => {
      unit.phase = 'conflict';
      unit.conflicts = conflict.files;
    });
  }
  const known = state.verified.get(event.head.tree);
  if (state.config?.verify.commands.length === 0) state.verifiedHead = event.head;
  else if (known) acceptHead(state, known);
};

/** A head counts once it was verified as exactly that tree. */
const acceptHead = (state: RunState, verification: Verification): void => {
  if (!state.config || !state.head || state.head.tree !== verification.tree) return;
  const cycle = currentCycle(state);
  if (cycle) cycle.verdict = verification.verdict;
  if (isAcceptable(verification, state.config)) state.verifiedHead = state.head;
};

const removeCulprits = (state: RunState, event: RunEventOf<'culprits.removed'>): void => {
  remember(state, event.verification);
  state.head = event.head;
  state.verifiedHead = event.head;
  const cycle = currentCycle(state);
  if (cycle) cycle.verdict = event.verification.verdict;
  for (const commit of event.commits) {
    withUnit(state, commit.unit, (unit) => {
      unit.commit = commit;
    });
  }
  for (const { unit: key, reason } of event.removed) {
    withUnit(state, key, (unit) => {
      unit.phase = 'removed';
      unit.removedBecause = reason;
      delete unit.commit;
    });
  }
};

const judge = (state: RunState, event: RunEventOf<'attempt.judged'>): void => {
  const unit = state.units.get(event.unit);
  if (!unit) return;
  for (const [id, verdict] of Object.entries(event.results)) {
    const finding = state.findings.get(id);
    if (!finding) continue;
    finding.attempts.push(attemptOf(unit, finding, id, verdict));
    if (verdict.result === 'accepted') {
      finding.status = 'fixed';
      if (unit.commit) finding.commit = unit.commit.commit;
    } else {
      const claim = unit.answer?.claims[id]?.claim;
      finding.status = verdict.result === 'not-answered' || claim === 'deferred' ? 'deferred' : 'open';
      if (verdict.reason !== undefined) finding.reason = verdict.reason;
    }
  }
  if (unit.commit && Object.values(event.results).some(({ result }) => result === 'accepted')) {
    state.commits.push(unit.commit);
    updateToolCounts(state, unit);
  }
  unit.phase = 'judged';
};

const attemptOf = (
  unit: UnitState,
  finding: FindingState,
  id: string,
  verdict: RunEventOf<'attempt.judged'>['results'][string],
): Attempt => {
  const answer = unit.answer;
  const claim = answer?.claims[id];
  return {
    n: finding.attempts.length + 1,
    at: answer?.at ?? '',
    cycle: unit.cycle,
    agent: answer?.agent ?? unit.plan.agent,
    claim: claim?.claim ?? 'none',
    ...verdict,
    ...(claim && { explanation: claim.explanation }),
    ...(claim?.confidence !== undefined && { confidence: claim.confidence }),
    files: answer?.snapshot?.files ?? [],
    ...(answer?.snapshot && { patch: answer.snapshot.patch }),
    ...(unit.check && { verification: unit.check }),
    usage: shareOf(answer?.usage ?? {}, Object.keys(answer?.claims ?? {}).length),
    ...(answer?.denials && { denials: answer.denials }),
    durationMs: answer?.durationMs ?? 0,
  };
};
