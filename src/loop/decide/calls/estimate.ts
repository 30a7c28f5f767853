/** What a call will probably use: learnt from those before it. */
import { settingsOf } from '../../../config/agents.ts';
import type { Config } from '../../../config/schema.ts';
import type { Usage } from '../../../model/attempt.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import { costOf, listPrice, type Price } from '../../../model/run/prices.ts';
import type { RunState } from '../../state/state.ts';

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
