/** Why a finding ends unfixed, in words. */
import { toldByReason } from '../../model/run/attempt-words.ts';
import type { Config } from '../../config/schema.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { RunEvent } from '../../model/event.ts';
import type { ClosingCause } from '../../model/finding.ts';
import { type FindingState, isOpen, type RunState } from '../state/state.ts';
import { attemptsLeft } from './turns.ts';

export const closed = (state: FindingState, cause: ClosingCause, reason: string): RunEvent =>
  closedAs(state, 'blocked', cause, reason);

export const closedAs = (
  state: FindingState,
  status: 'blocked' | 'dismissed',
  cause: ClosingCause,
  reason: string,
): RunEvent => ({ type: 'finding.closed', id: state.finding.id, status, cause, reason });

/** What is still in play when a run is cancelled, or stops. */
export const unfinished = ({ findings, end }: RunState): RunEvent[] =>
  [...findings.values()]
    .filter(isOpen)
    .map((finding) =>
      end.cancelled
        ? closed(finding, 'cancelled', 'the run was cancelled')
        : closed(finding, 'stopped', end.stopping?.message ?? 'the run was stopped'),
    );

/** `removed`: codes of the findings whose fix took its code away. `unpaid`: why one more attempt is not paid for. */
type Circumstances = { agent: string | undefined; removed: string | null; unpaid: string | null };

export const giveUp = (state: FindingState, config: Config, { agent, removed, unpaid }: Circumstances): RunEvent => {
  const tries = state.attempts.length;
  const last = state.attempts.at(-1);
  if (unpaid !== null) return closed(state, 'exhausted', `${unpaid}${last ? `; last: ${endOf(last, state)}` : ''}`);
  // It was cut from a call, and a smaller one could not be paid for.
  if (!last && agent !== undefined) return closed(state, 'exhausted', 'no cycles left, and no attempt was paid for');
  if (!last) return closed(state, 'no-agent', 'it has no machine-made fix, and no agent is configured (fix.agent)');
  const ending = agent !== undefined && attemptsLeft(state, config) ? ' (no cycles left)' : '';
  const gone = removed === null ? '' : `; the fix of ${removed} removed the lines that it was about`;
  return closed(
    state,
    'exhausted',
    `not fixed after ${tries === 1 ? '1 attempt' : `${tries} attempts`}${ending}: ${endOf(last, state)}${gone}`,
  );
};

/** How an attempt ended, where its reason does not say it by itself. */
const endings: Readonly<Record<Exclude<Attempt['result'], 'accepted'>, string>> = {
  refused: '',
  'no-change': 'nothing was changed',
  'not-answered': 'the agent gave no answer',
  'agent-error': 'the agent failed',
  timeout: 'the agent ran out of time',
  cancelled: 'the attempt was cancelled',
  conflict: 'it does not fit with another fix',
};

const endOf = ({ result, gate, reason = '' }: Attempt, { reopened }: FindingState): string => {
  if (result === 'accepted') return `accepted, and ${reopened ? 'the finding was reported again' : 'taken back'} since`;
  if (gate === 'challenge' && reason.startsWith('scored')) return `the challenger ${reason}`;
  return (
    toldByReason(result, reason) ?? ([endings[result], reason].filter((part) => part !== '').join(': ') || 'refused')
  );
};

export const whyNotSelected = ({ finding }: FindingState, config: Config): string =>
  config.fix.levels.includes(finding.level)
    ? `severity ${finding.severity} is below fix.minSeverity ${config.fix.minSeverity}`
    : `level ${finding.level} is not fixed unless asked for (--strict)`;
