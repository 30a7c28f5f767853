/** Decides what happens next in a run. Pure: the same state always gives the same actions. */
import type { Config } from '../config/schema.ts';
import type { RunEvent } from '../model/event.ts';
import type { ClosingCause } from '../model/finding.ts';
import { planStep } from '../stages/plan/steps.ts';
import type { Action } from './actions.ts';
import { conclude } from './conclude.ts';
import { type CycleState, currentCycle, type FindingState, isConcluding, isOpen, type RunState } from './state.ts';
import { advanceStep } from './step.ts';
import { failingAgent, fixingAgent, replacement } from './replace-agent.ts';
import { attemptsLeft, isSelected, turnsOf } from './turns.ts';

/** Every action that should be under way now; none once the run is finished. */
export const next = (state: RunState): Action[] => {
  const { config, started } = state;
  if (!config || !started) throw new Error(`run ${state.run} has no start`);
  if (state.finished) return [];
  if (isConcluding(state)) return conclude(state, config);
  if (!state.admitted) return state.stopping ? conclude(state, config) : review(state, config);
  const stop = reasonToStop(state, config);
  if (stop) return [record(stop)];
  const cycle = currentCycle(state);
  if (cycle?.step) return advanceStep(state, cycle.step, config);
  if (state.stopping) return conclude(state, config);
  return betweenSteps(state, cycle, config);
};

const record = (...events: RunEvent[]): Action => recordAll(events);
/** As many as there are: arguments have to fit on the stack. */
const recordAll = (events: RunEvent[]): Action => ({ do: 'record', events });

const review = (state: RunState, config: Config): Action[] => {
  const pending = config.reviewers.filter((reviewer) => !state.reviews.has(reviewer.name));
  if (pending.length > 0) return pending.slice(0, config.review.concurrency).map((reviewer) => ({ do: 'review', reviewer: reviewer.name }));
  return [{ do: 'admit' }];
};

/** Out of quota or signed out, too long a wait, no way to prepare a workspace: another agent goes on, or nobody does. */
const reasonToStop = (state: RunState, config: Config): RunEvent | null => {
  if (state.stopping) return null;
  if (state.baseline?.verdict === 'setup-failed')
    return { type: 'run.stopping', reason: 'setup', message: state.baseline.reason ?? 'verify.setup failed on the untouched start' };
  for (const { plan, postponed } of state.units.values()) {
    if (postponed?.outcome === 'quota' || postponed?.outcome === 'auth')
      return (
        replacement(config, plan.agent, postponed.message) ?? {
          type: 'run.stopping',
          reason: postponed.outcome,
          message: postponed.message,
        }
      );
    if (postponed && state.waitedMs > config.limits.wait) {
      const message = `waited longer than limits.wait allows; last answer: ${postponed.message}`;
      return replacement(config, plan.agent, message) ?? { type: 'run.stopping', reason: 'rate-limit', message };
    }
  }
  return failingAgent(state, config);
};

const betweenSteps = (state: RunState, cycle: CycleState | undefined, config: Config): Action[] => {
  const open = [...state.findings.values()].filter(isOpen);
  if (config.limits.cycles === 0 && open.length > 0)
    return [recordAll(open.map((finding) => closed(finding, 'disabled', 'fixing disabled')))];
  const unselected = open.filter((finding) => !isSelected(finding, config));
  if (unselected.length > 0)
    return [recordAll(unselected.map((finding) => closed(finding, 'not-selected', whyNotSelected(finding, config))))];
  if (open.length === 0) return cycle ? [record(cycleFinished(state, cycle))] : conclude(state, config);
  return cycle ? planNext(state, cycle, config) : openCycle(state, open, config);
};

const openCycle = (state: RunState, open: FindingState[], config: Config): Action[] => {
  const cycle = state.cycles.length + 1;
  const canGoOn = cycle <= config.limits.cycles && turnsOf(state, cycle, config).length > 0;
  if (!canGoOn) return [recordAll(open.map((finding) => giveUp(finding, config, fixingAgent(state, config))))];
  const needsBaseline = config.verify.baseline && config.verify.commands.length > 0 && !state.baseline;
  return [needsBaseline ? { do: 'baseline' } : { do: 'open-cycle', cycle }];
};

const planNext = (state: RunState, cycle: CycleState, config: Config): Action[] => {
  const planned = planStep(turnsOf(state, cycle.n, config), config.fix);
  if (planned.length === 0) return [record(cycleFinished(state, cycle))];
  const step = cycle.steps + 1;
  const base = state.head?.commit ?? '';
  const units = planned.map((unit, index) => ({ ...unit, unit: `${cycle.n}.${step}.${index + 1}` }));
  return [record({ type: 'step.started', cycle: cycle.n, step, base, units })];
};

const cycleFinished = (state: RunState, cycle: CycleState): RunEvent => {
  const findings = [...state.findings.values()];
  return {
    type: 'cycle.finished',
    cycle: cycle.n,
    fixed: findings.filter((finding) => finding.attempts.some((attempt) => attempt.result === 'accepted' && attempt.cycle === cycle.n))
      .length,
    open: findings.filter(isOpen).length,
  };
};

const closed = (state: FindingState, cause: ClosingCause, reason: string): RunEvent => ({
  type: 'finding.closed',
  id: state.finding.id,
  status: 'blocked',
  cause,
  reason,
});

const giveUp = (state: FindingState, config: Config, agent: string | undefined): RunEvent => {
  const tries = state.attempts.length;
  const last = state.attempts.at(-1);
  if (!last) return closed(state, 'no-agent', 'it has no machine-made fix, and no agent is configured (fix.agent)');
  const why = `${last.result}${last.reason === undefined ? '' : `: ${last.reason}`}`;
  const ending = agent !== undefined && attemptsLeft(state, config) ? 'no cycles left' : 'no attempts left';
  return closed(state, 'exhausted', `${tries === 1 ? '1 attempt' : `${tries} attempts`}, ${ending}; last ${why}`);
};

const whyNotSelected = ({ finding }: FindingState, config: Config): string =>
  config.fix.levels.includes(finding.level)
    ? `severity ${finding.severity} is below fix.minSeverity ${config.fix.minSeverity}`
    : `level ${finding.level} is not fixed unless asked for (--strict)`;
