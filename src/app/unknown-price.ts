/** A hard limit on money cannot be kept with an agent whose price nobody knows (10.4). */
import { agentsInUse } from '../config/agents.ts';
import type { Config } from '../config/schema.ts';
import { priceOf } from '../loop/decide/calls/estimate.ts';
import { InputError } from '../model/expected.ts';

const agentsWithoutPrice = (config: Config): string[] =>
  agentsInUse(config).filter((name) => priceOf(config, name) === undefined);

type MoneyLimits = { usd?: number | null | undefined; usdPerFinding?: number | null | undefined };

const moneyLimit = ({ usd, usdPerFinding }: MoneyLimits): 'usd' | 'usdPerFinding' | undefined => {
  if (typeof usd === 'number') return 'usd';
  return typeof usdPerFinding === 'number' ? 'usdPerFinding' : undefined;
};

/** For a run that is to be started: its configuration can still say what its agents cost. */
export const refuseUnknownPrice = (config: Config): void => {
  const key = moneyLimit(config.limits);
  const unknown = key === undefined ? [] : agentsWithoutPrice(config);
  if (unknown.length > 0)
    throw new InputError(
      `limits.${key} is set, but nobody knows what agent ${unknown.join(', ')} costs. Give its price in dollars per ` +
        `million tokens:\n  --set 'agents.${unknown[0]}.price={inputPerMTok: 3, outputPerMTok: 15}'\n` +
        `or name a model with a known price (agents.${unknown[0]}.model), or limit time or tokens instead:\n` +
        '  --set limits.minutes=30',
    );
};

/** For one that was started, and keeps the rest of its configuration. */
export const refuseUnkeptLimit = (config: Config, limits: MoneyLimits = {}): void => {
  const key = moneyLimit(limits);
  const unknown = key === undefined ? [] : agentsWithoutPrice(config);
  if (unknown.length > 0)
    throw new InputError(
      `limits.${key} could not be kept: nobody knows what agent ${unknown.join(', ')} costs, ` +
        'and the run keeps its agents. Limit it by limits.tokens or limits.minutes instead.',
    );
};
