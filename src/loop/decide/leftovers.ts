/** Which findings are to have an issue when a run ends, and which not any more. Pure. */
import type { Config } from '../../config/schema.ts';
import type { LeftoverTarget, WantedIssue } from '../../model/finding/leftover.ts';
import { isFailure } from '../../model/run/outcome.ts';
import type { FindingState, RunState } from '../state/state.ts';

/** Runs of versions that did not know of leftovers have no such section, and file nothing. */
export const leftoversOf = ({ config }: Pick<RunState, 'config'>): Partial<Config['leftovers']> =>
  config.leftovers ?? {};

export const targetOf = (state: Pick<RunState, 'config'>): LeftoverTarget => leftoversOf(state).to ?? 'none';

/** Null: nothing is to change. */
export const wantedIssue = ({ end }: RunState, { status, cause }: FindingState): WantedIssue | null => {
  if (status === 'fixed') return 'fixed';
  if (status === 'dismissed') return cause === 'disposition' ? 'dismissed' : null;
  if (status !== 'blocked' || cause === 'not-selected' || cause === 'cancelled') return null;
  // Nobody has tried anything: it says nothing about the finding.
  return cause === 'stopped' && end.stopping && isFailure(end.stopping.reason) ? null : 'open';
};

export const leftoverFindings = (state: RunState): FindingState[] =>
  [...state.findings.values()].filter((finding) => wantedIssue(state, finding) === 'open');

/** A run that only looks, was cancelled, or found its files tampered with files nothing. */
const filesAnything = ({ run, end }: RunState): boolean =>
  (run.started.command === 'fix' || run.started.command === 'run') &&
  !end.cancelled &&
  end.stopping?.reason !== 'tampered';

export const hasSomethingToFile = (state: RunState): boolean => {
  const to = targetOf(state);
  if (to === 'none' || !filesAnything(state)) return false;
  if (to === 'markdown') return leftoverFindings(state).length > 0;
  return [...state.findings.values()].some((finding) => wantedIssue(state, finding) !== null);
};
