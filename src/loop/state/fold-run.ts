/** The start of a run, and its return from the dead. Part of the fold. */
import type { Config } from '../../config/schema.ts';
import type { RunEventOf } from '../../model/event.ts';
import { isUnverifiable } from './baseline-now.ts';
import { countLostCalls } from './calls.ts';
import { currentRound, type FindingState, type RunState } from './state.ts';

export const start = (state: RunState, event: RunEventOf<'run.started'> & { at: string }): void => {
  state.started = event;
  state.startedAt = event.at;
  state.attended = event.attended === true;
  if (isConfig(event.config)) state.config = event.config;
  state.head = event.start;
  state.verifiedHead = event.start;
  state.placesAt = event.start.commit;
};

/**
 * It was validated when the run was created, and the journal is ours: this tells it from the config of a journal that
 * is not.
 */
const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && ['fix', 'verify', 'commit', 'limits'].every((key) => key in value);

/** Whatever was closed only because the run had to end is open again; units go on where they stood. */
export const resume = (state: RunState, event: RunEventOf<'run.resumed'>): void => {
  if (event.limits) setLimits(state, event.limits);
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
  for (const finding of state.findings.values()) reopen(finding);
};

const reopen = (finding: FindingState): void => {
  // Its change is there, and may be proven yet.
  const isChanged = finding.cause === 'no-proof' && finding.commit !== undefined;
  if (finding.cause !== 'stopped' && finding.cause !== 'cancelled' && !isChanged) return;
  finding.status = isChanged ? 'fixed' : 'open';
  delete finding.cause;
  delete finding.reason;
};

/** They were checked by the schema of the configuration when they were given. */
export const setLimits = (state: RunState, limits: Readonly<Record<string, number | null>>): void => {
  if (state.config) state.config = { ...state.config, limits: { ...state.config.limits, ...limits } };
};
