/** What may be spent on one finding: when that is used up it is left over, and the others go on. */
import type { RunEvent } from '../../../model/event.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import { mayBegin } from '../../state/mode.ts';
import { nothing } from '../../state/spent/spending.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { estimateOf } from './estimate.ts';
import { opinionsOnOne } from './held-back.ts';

const amounts = [
  { unit: 'usd', key: 'usdPerFinding', words: (amount: number) => `$${amount.toFixed(2)}` },
  { unit: 'tokens', key: 'tokensPerFinding', words: (amount: number) => String(Math.round(amount)) },
] as const;

/** An attempt at a finding, and how many findings share its call. */
export type Sharing = { finding: string; agent: string; among: number };

/** Why one more attempt at it is not begun, for a person; null when it can be paid for. */
export const whyNotPaid = (state: RunState, { finding, agent, among }: Sharing): string | null => {
  const { limits } = state.config;
  const spent = state.money.spentOn.get(finding) ?? nothing;
  const [call, opinions] = [estimateOf(state, agent), opinionsOnOne(state)];
  for (const { unit, key, words } of amounts) {
    const limit = limits[key];
    const needs = (call[unit] + opinions[unit]) / among;
    if (limit !== undefined && spent[unit] + needs > limit)
      return (
        `limits.${key}: ${words(spent[unit])} of ${words(limit)} are spent on it, ` +
        `and one more attempt by ${agent} may take ${words(needs)}`
      );
  }
  return null;
};

/** `used`: by a call about these findings so far. Null while there is something left for them. */
export const exceededOn = (state: RunState, findings: readonly string[], used: Reserved): string | null => {
  for (const { unit, key, words } of amounts) {
    const limit = state.config.limits[key];
    if (limit === undefined || findings.length === 0) continue;
    const left = findings.reduce((sum, id) => sum + limit - (state.money.spentOn.get(id)?.[unit] ?? 0), 0);
    if (used[unit] > left) return `limits.${key} (${words(limit)}) is reached`;
  }
  return null;
};

/**
 * Attempts that were planned and cannot be paid for any more: calls have turned out dearer since, or the one before was
 * lost with its process. They end before they begin, and cost nothing. One call for many was weighed as a whole.
 */
export const givenUp = (state: RunState, units: readonly UnitState[]): RunEvent[] => {
  if (state.config.fix.mode !== 'perFinding' || !mayBegin(state)) return [];
  return units.flatMap(({ phase, plan: { unit, agent, findings } }) => {
    if (phase !== 'planned' || isMachineMade({ agent })) return [];
    const sharing = findings.map((finding) => ({ finding, agent, among: findings.length }));
    const why = sharing.map((each) => whyNotPaid(state, each)).find((each) => each !== null);
    return why === undefined || why === null ? [] : [unbegun(unit, agent, why)];
  });
};

/** It ends before it began. */
export const unbegun = (unit: string, agent: string, message: string): RunEvent => ({
  type: 'attempt.finished',
  unit,
  agent,
  outcome: 'cancelled',
  message,
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: {},
  artifacts: [],
  durationMs: 0,
});
