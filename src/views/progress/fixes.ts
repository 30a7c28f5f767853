/** Entries of PROGRESS.txt about fixes that were made, or given up. */
import type { RunEventOf } from '../../model/event.ts';
import { type ClosingCause, reviewersOf } from '../../model/finding.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { failedEntry, fixEntry } from './text.ts';
import { type Followed, type State, limitOf } from './state.ts';

/** An entry for everybody who reported it. */
const fixed = (
  state: State,
  followed: Followed,
  fix: { at: string; what: string; files: readonly string[] },
): string[] => {
  followed.isFixed = true;
  const { finding, attempts } = followed;
  const attempt = Math.max(1, attempts);
  const entry = { ...fix, code: finding.code, attempt, of: Math.max(attempt, limitOf(state)) };
  return reviewersOf(finding).map((reviewer) => fixEntry({ ...entry, reviewer }));
};

/** Machine-made fixes and cancelled attempts cost the finding nothing. */
export const judged = (state: State, event: RunEventOf<'attempt.judged'>, at: string): string[] => {
  const unit = state.units.get(event.unit);
  const isFree = isMachineMade({ agent: unit?.agent });
  return Object.entries(event.results).flatMap(([id, { result }]) => {
    const followed = state.findings.get(id);
    if (followed === undefined) return [];
    if (!isFree && result !== 'cancelled') followed.attempts += 1;
    if (result !== 'accepted') return [];
    const what = unit?.said.get(id) || followed.finding.title;
    return fixed(state, followed, { at, what, files: unit?.files ?? [] });
  });
};

/** Fixing was given up. For any other cause it was never begun, unless there were attempts. */
const givenUp: ReadonlySet<ClosingCause> = new Set<ClosingCause>(['fixer', 'exhausted', 'file-deleted']);

export const closed = (state: State, event: RunEventOf<'finding.closed'>, at: string): string[] => {
  const followed = state.findings.get(event.id);
  if (followed === undefined) return [];
  if (event.status === 'dismissed') followed.isDismissed = true;
  const wasTried = givenUp.has(event.cause) || followed.attempts > 0;
  return event.status === 'dismissed' || !wasTried ? [] : failed(state, followed, event, at);
};

const failed = (
  state: State,
  { finding, attempts }: Followed,
  { cause, reason }: RunEventOf<'finding.closed'>,
  at: string,
): string[] => {
  const of = Math.max(attempts, limitOf(state));
  const exhausted = cause === 'exhausted' && attempts === of;
  const entry = { at, code: finding.code, issue: finding.title, attempts, of, exhausted, reason };
  return reviewersOf(finding).map((reviewer) => failedEntry({ ...entry, reviewer }));
};

export const fixedTogether = (state: State, event: RunEventOf<'finding.fixed'>, at: string): string[] => {
  const followed = state.findings.get(event.id);
  if (followed === undefined) return [];
  const files = state.units.get(event.unit)?.files ?? [];
  return fixed(state, followed, { at, what: event.reason, files });
};
