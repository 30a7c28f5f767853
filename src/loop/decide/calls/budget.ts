/** The budget of a run: what is spent, what is set aside for calls under way, and whether one more can be begun. */
import { settingsOf } from '../../../config/agents.ts';
import type { Config } from '../../../config/schema.ts';
import type { Usage } from '../../../model/attempt.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import { costOf, listPrice, type Price } from '../../../model/prices.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { reservedIn } from '../../state/calls.ts';
import type { RunState } from '../../state/state.ts';
import type { Pending } from '../../state/unit.ts';

/** What a first call is taken to use, before there is anything to learn from: a prompt, a few files, a small change. */
const firstCall = { inputTokens: 30_000, outputTokens: 3_000 } as const satisfies Usage;

/** Claude and opencode say what a call cost; this is only what is set aside before. */
const usualPrice: Price = { inputPerMTok: 5, outputPerMTok: 25 };
const saysCost = new Set(['claude', 'opencode']);

/** Undefined when nobody knows: under a money limit such an agent is not started (10.4). */
export const priceOf = (config: Config, agent: string): Price | undefined => {
  const settings = settingsOf(config, agent);
  if (!settings) return undefined;
  const known = settings.price ?? (settings.model === undefined ? undefined : listPrice(settings.model));
  return known ?? (saysCost.has(settings.kind) ? usualPrice : undefined);
};

/** The price to work out costs with, for agents that give tokens only. */
export const priceForCosts = (config: Config, agent: string): Price | undefined => {
  const settings = settingsOf(config, agent);
  if (settings?.price) return settings.price;
  return settings?.model === undefined ? undefined : listPrice(settings.model);
};

/** The most that a call of this agent has used in this run; before the first, a guess. */
export const estimateOf = (state: RunState, agent: string): Reserved => {
  const seen = state.money.largestCalls.get(agent);
  if (seen) return seen;
  const price = priceOf(state.config, agent);
  return { usd: price ? (costOf(firstCall, price) ?? 0) : 0, tokens: firstCall.inputTokens + firstCall.outputTokens };
};

/** What can still be set aside for a call. */
export const budgetLeft = (state: RunState): Reserved => {
  const { limits } = state.config;
  const { spent } = state.money;
  const reserved = reservedIn(state);
  return {
    usd: (limits.usd ?? Number.POSITIVE_INFINITY) - spent.usd - reserved.usd,
    tokens: (limits.tokens ?? Number.POSITIVE_INFINITY) - spent.tokens - reserved.tokens,
  };
};

const hasBudget = ({ config: { limits } }: RunState): boolean =>
  limits.usd !== undefined || limits.tokens !== undefined;

/** Those of the calls that can be paid for, in their order; machine-made fixes cost nothing. */
export const affordable = <Call extends { agent: string }>(state: RunState, calls: readonly Call[]): Call[] => {
  if (!hasBudget(state)) return [...calls];
  const left = budgetLeft(state);
  return calls.filter(({ agent }) => {
    if (isMachineMade({ agent })) return true;
    const { usd, tokens } = estimateOf(state, agent);
    if (usd > left.usd || tokens > left.tokens) return false;
    left.usd -= usd;
    left.tokens -= tokens;
    return true;
  });
};

/** What is set aside when a call begins; undefined when there is no limit that it could reach. */
export const reservationFor = (state: RunState, agent: string): Reserved | undefined =>
  isMachineMade({ agent }) || !hasBudget(state) ? undefined : estimateOf(state, agent);

/** Why not one more call of this agent can be begun, for a person. */
export const whyUnaffordable = (state: RunState, agent: string): string => {
  const left = budgetLeft(state);
  const needs = estimateOf(state, agent);
  const { usd, tokens } = state.config.limits;
  const { spent } = state.money;
  if (usd !== undefined && needs.usd > left.usd)
    return (
      `limits.usd: $${spent.usd.toFixed(2)} of $${usd} are spent, ` +
      `and a call of ${agent} may take $${needs.usd.toFixed(2)}`
    );
  return `limits.tokens: ${spent.tokens} of ${tokens ?? 0} are used, and a call of ${agent} may take ${needs.tokens}`;
};

export const outOfBudget = (state: RunState, agent: string): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message: whyUnaffordable(state, agent),
});

/** `used`: of one call so far. Null while the budget holds. */
export const exceeded = (state: RunState, { reserved: own }: Pending, used: Reserved): string | null => {
  const left = budgetLeft(state);
  const { limits } = state.config;
  if (used.usd > left.usd + (own?.usd ?? 0)) return `limits.usd ($${limits.usd ?? 0}) is reached`;
  if (used.tokens > left.tokens + (own?.tokens ?? 0)) return `limits.tokens (${limits.tokens ?? 0}) is reached`;
  return null;
};
