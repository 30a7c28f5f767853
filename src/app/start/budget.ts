/** Before an agent that costs money runs without a limit, somebody is asked for one (10.4). */
import { agentsInUse } from '../../config/agents.ts';
import type { Config } from '../../config/schema.ts';
import { priceOf } from '../../loop/decide/calls/estimate.ts';
import { Expected } from '../../model/expected.ts';
import type { Command } from '../../model/run/outcome.ts';

/** `agents`: those that cost money. `usd`: what most runs do with. */
export type BudgetProposal = { agents: string[]; usd: number };

/** A limit in dollars; `none`: it may cost what it costs; `quit`: it is not to start. */
export type AskBudget = (proposal: BudgetProposal) => Promise<number | 'none' | 'quit'>;

const usual: Readonly<Record<Command, number>> = { run: 10, fix: 10, review: 5, plan: 5, clarify: 5 };

/** Null where there is a limit, or nobody is called whose price is known. */
const proposalFor = (config: Config, command: Command): BudgetProposal | null => {
  const { usd, tokens, usdPerFinding } = config.limits;
  if (usd !== undefined || tokens !== undefined || usdPerFinding !== undefined) return null;
  const used = agentsInUse(config, command === 'run' || command === 'fix');
  const priced = used.filter((name) => priceOf(config, name) !== undefined);
  // A limit in dollars is kept only where all prices are known.
  return priced.length === 0 || priced.length < used.length ? null : { agents: priced, usd: usual[command] };
};

export const withBudget = async (config: Config, command: Command, ask: AskBudget | undefined): Promise<Config> => {
  const proposal = ask && proposalFor(config, command);
  if (!proposal) return config;
  const answer = await ask(proposal);
  if (answer === 'quit') throw new Expected('cancelled', 'Nothing was started.');
  return answer === 'none' ? config : { ...config, limits: { ...config.limits, usd: answer } };
};
