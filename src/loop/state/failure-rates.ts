/** How often fixes of a kind turn out to be bad: what the size of groups goes by. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import type { RunState } from './state.ts';
import type { UnitState } from './unit.ts';

/** Later attempts are at what is hard: they are counted apart. */
const mostAttempts = 3;

/** Machine-made, or by this agent at its so many-th attempt. */
export const kindOfFix = ({ findings }: Pick<RunState, 'findings'>, { plan }: UnitState): string => {
  if (isMachineMade(plan)) return plan.agent;
  const attempts = plan.findings.map((id) => findings.get(id)?.attempts.filter((each) => !isMachineMade(each)).length);
  return `${plan.agent} ${Math.min(mostAttempts, 1 + Math.max(0, ...attempts.map((count) => count ?? 0)))}`;
};

/** The gates that judge by a run. */
const proving = new Set(['verify', 'tool', 'combined']);

/** `kind`: as it was before the attempt was counted with its findings. */
export const countFixes = (
  state: RunState,
  kind: string,
  { results }: Pick<RunEventOf<'attempt.judged'>, 'results'>,
): void => {
  const verdicts = Object.values(results);
  const isProven = verdicts.some(({ result }) => result === 'accepted');
  const isBad = verdicts.some(({ result, gate }) => result === 'refused' && proving.has(gate ?? ''));
  if (!isProven && !isBad) return;
  const { proven = 0, bad = 0 } = state.fixing.rates.get(kind) ?? {};
  state.fixing.rates.set(kind, { proven: proven + (isBad ? 0 : 1), bad: bad + (isBad ? 1 : 0) });
};
