/** Ends a run: every finding gets its final status, what was proven is handed over, and the outcome is named. */
import type { Config } from '../../config/schema.ts';
import type { RunEvent, RunStatus, StopReason } from '../../model/event.ts';
import type { Action } from '../actions.ts';
import { closed } from './closings.ts';
import { coverageOfRun } from './coverage.ts';
import { acceptance } from './gates/accept-head.ts';
import { judgementOn } from './gates/judge.ts';
import { mustMovePlaces } from '../state/places.ts';
import { lacksProofInTheEnd } from './gates/proof.ts';
import { currentCycle, isOpen, type RunState, stepUnits } from '../state/state.ts';
import { headIsVerified } from '../state/head.ts';

export const conclude = (state: RunState, config: Config): Action[] => {
  const accepted = acceptance(state, config);
  if (accepted) return [{ do: 'record', events: [accepted] }];
  const judgements = [...provenUnits(state, config), ...cutShort(state, config)];
  if (judgements.length > 0) return [{ do: 'record', events: judgements }];
  if (mustMovePlaces(state) && state.stopping?.reason !== 'tampered') return [{ do: 'move-places' }];
  const events = [...unfinished(state), ...notProven(state, config)];
  if (events.length > 0) return [{ do: 'record', events }];
  if (!state.handedOver && state.stopping?.reason !== 'tampered') return [{ do: 'hand-over' }];
  return [{ do: 'record', events: [finished(state, config)] }];
};

/** A cancelled run keeps what was committed and verified before. */
const provenUnits = (state: RunState, config: Config): RunEvent[] => {
  const step = currentCycle(state)?.step;
  if (!step || !headIsVerified(state)) return [];
  return stepUnits(state, step)
    .filter((unit) => unit.phase === 'committed')
    .flatMap((unit) => judgementOn({ state, unit, config }));
};

/** Calls that the cancelling cut short; an answer that was already stored stays for a resumed run. */
const cutShort = (state: RunState, config: Config): RunEvent[] => {
  const step = currentCycle(state)?.step;
  if (!step) return [];
  return stepUnits(state, step)
    .filter((unit) => unit.phase === 'answered' && unit.answer?.outcome === 'cancelled')
    .flatMap((unit) => judgementOn({ state, unit, config }));
};

const unfinished = (state: RunState): RunEvent[] => {
  return [...state.findings.values()].filter(isOpen).map(({ finding }) => ({
    type: 'finding.closed',
    id: finding.id,
    status: 'blocked',
    cause: state.cancelled ? 'cancelled' : 'stopped',
    reason: state.cancelled ? 'the run was cancelled' : (state.stopping?.message ?? 'the run was stopped'),
  }));
};

/** What only a later review could prove, and none did: its change is handed over, and it is not called fixed. */
const notProven = (state: RunState, config: Config): RunEvent[] =>
  [...state.findings.values()].flatMap((finding) => {
    const reason = finding.status === 'fixed' ? lacksProofInTheEnd(state, finding, config) : null;
    return reason === null ? [] : [closed(finding, 'no-proof', reason)];
  });

/** Reasons for which somebody has to mend something first. */
const failing: ReadonlySet<StopReason> = new Set(['setup', 'baseline', 'tampered']);

const finished = (state: RunState, config: Config): RunEvent => {
  if (state.cancelled) return { type: 'run.finished', status: 'cancelled', stopReason: 'cancelled' };
  const stop = state.stopping;
  if (stop) {
    const status: RunStatus = failing.has(stop.reason) ? 'failed' : 'leftovers';
    return { type: 'run.finished', status, stopReason: stop.reason, message: stop.message };
  }
  const failed = state.rounds
    .flatMap(({ reviews }) => [...reviews.values()])
    .filter((review) => review.verdict === 'error');
  if (failed.length > 0) {
    const message = failed.map((review) => `reviewer ${review.reviewer}: ${review.message ?? 'no result'}`).join('; ');
    return { type: 'run.finished', status: 'failed', message };
  }
  const unproven = state.commits.length > 0 && config.verify.commands.length === 0;
  if (unproven)
    return {
      type: 'run.finished',
      status: 'leftovers',
      message: 'nothing is configured to verify fixes with (verify.commands)',
    };
  const { complete, reviewed, hunks } = coverageOfRun(state) ?? { complete: true, reviewed: 0, hunks: 0 };
  if (!complete)
    return {
      type: 'run.finished',
      status: 'leftovers',
      message: `only ${reviewed} of ${hunks} changed places were reviewed`,
    };
  const lost = lostFindings(state);
  if (lost !== null) return { type: 'run.finished', status: 'leftovers', message: lost };
  return { type: 'run.finished', status: hasLeftovers(state) ? 'leftovers' : 'clean' };
};

/** What a tool reported and nobody found is neither fixed nor wrong: such a run is not clean (1.11). */
const lostFindings = ({ findings }: RunState): string | null => {
  const lost = [...findings.values()].filter(({ cause }) => cause === 'not-found');
  const [first] = lost;
  if (!first) return null;
  const count = lost.length === 1 ? 'A finding of a tool is' : `${lost.length} findings of tools are`;
  return `${count} about a file that was not found, such as ${first.finding.code}: ${first.reason ?? ''}`;
};

const hasLeftovers = (state: RunState): boolean =>
  [...state.findings.values()].some((finding) => finding.status === 'blocked' && finding.cause !== 'not-selected');
