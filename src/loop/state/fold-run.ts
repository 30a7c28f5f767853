/** The start of a run, and its return from the dead. Part of the fold. */
import type { Config } from '../../config/schema.ts';
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { isStandstill } from '../../model/run/outcome.ts';
import type { Revision } from '../../ports/repo.ts';
import { isUnverifiable } from './baseline-now.ts';
import { countLostCalls } from './calls.ts';
import { currentRound, type FindingState, type RunState } from './state.ts';

/** The state of a run of which only the start is known. */
export const startState = (started: Extract<StoredEvent, { type: 'run.started' }>, config: Config): RunState => ({
  run: { id: started.run, started, seq: started.seq, inbox: 0, processes: [] },
  config,
  time: { startedAt: started.at, lastAt: started.at, activeMs: 0, activeSince: started.at },
  remarks: { problems: [], warnings: [] },
  reviews: { rounds: [], admitted: false },
  people: { attended: started.attended === true, questions: askedBefore(started), answeredRounds: 0, hasWaited: false },
  findings: new Map(),
  fixing: { cycles: [], units: new Map(), working: new Set(), groups: 0, rates: new Map() },
  code: codeAt(started.start),
  checks: {
    verified: new Map(),
    runs: new Map(),
    places: new Map(),
    commandRuns: 0,
    isFlaky: false,
    toolCounts: new Map(),
  },
  money: {
    used: {},
    usedBy: new Map(),
    fixers: new Map(),
    spent: { usd: 0, tokens: 0 },
    spentBy: new Map(),
    spentOn: new Map(),
    largestCalls: new Map(),
  },
  agents: { calls: new Map(), failures: new Map(), replaced: new Map(), waitedMs: 0 },
  leftovers: { outbox: new Map() },
  end: { cancelled: false },
});

const askedBefore = ({ clarified }: RunEventOf<'run.started'>): RunState['people']['questions'] =>
  new Map((clarified?.questions ?? []).map((question) => [question.id, { ...question }]));

const codeAt = (start: Revision): RunState['code'] => ({
  head: start,
  verifiedHead: start,
  placesAt: start.commit,
  commits: [],
  accepted: [],
  bundles: [],
  kept: new Set(),
});

/**
 * It was validated when the run was created, and the journal is ours: this tells it from the config of a journal that
 * is not.
 */
export const configIn = ({ config }: RunEventOf<'run.started'>): Config | null => (isConfig(config) ? config : null);

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && ['fix', 'verify', 'commit', 'limits'].every((key) => key in value);

/** Whatever was closed only because the run had to end is open again; units go on where they stood. */
export const resume = (state: RunState, event: RunEventOf<'run.resumed'>): void => {
  if (event.limits) setLimits(state, event.limits);
  const stopped = state.end.stopping?.reason;
  state.agents.failures.clear();
  state.end.cancelled = false;
  state.people.attended = event.attended === true;
  state.agents.waitedMs = 0;
  delete state.people.waitingFor;
  if (isStandstill(stopped))
    state.reviews.overruled = { rounds: state.reviews.rounds.length, commits: state.code.commits.length };
  delete state.end.stopping;
  delete state.code.restored;
  delete state.end.finished;
  delete state.end.handedOver;
  delete state.leftovers.filed;
  // Whatever made it fail may be mended by now.
  if (state.checks.baseline && (isUnverifiable(state.checks.baseline) || stopped === 'baseline'))
    delete state.checks.baseline;
  countLostCalls(state);
  currentRound(state)?.started.clear();
  for (const finding of state.findings.values()) reopen(finding);
};

const reopen = (finding: FindingState): void => {
  // Its change is there, and may be proven yet.
  const isChanged = finding.cause === 'no-proof' && finding.commit !== undefined;
  const isTakenBack = finding.cause === 'taken-back' && finding.status === 'blocked';
  if (finding.cause !== 'stopped' && finding.cause !== 'cancelled' && !isTakenBack && !isChanged) return;
  finding.status = isChanged ? 'fixed' : 'open';
  delete finding.cause;
  delete finding.reason;
};

/** They were checked by the schema of the configuration when they were given. */
export const setLimits = (state: RunState, limits: Readonly<Record<string, number | null>>): void => {
  state.config = { ...state.config, limits: { ...state.config.limits, ...limits } };
};
