import { describe, expect, it } from 'vitest';
import { exampleConfig } from '../../../test/support/loop/examples.ts';
import { Config } from '../../config/schema.ts';
import { type BudgetProposal, withBudget } from './budget.ts';

const claude = Config.parse({ fix: { agent: 'claude' } });

const asked = async (config: Config, answer: number | 'none' | 'quit' = 3) => {
  const proposals: BudgetProposal[] = [];
  const given = await withBudget(config, 'fix', async (proposal) => {
    proposals.push(proposal);
    return answer;
  });
  return { proposals, usd: given.limits.usd };
};

describe('10.4 a budget', () => {
  it('is asked for where an agent that costs money has no limit', async () => {
    expect(await asked(claude)).toEqual({ proposals: [{ agents: ['claude'], usd: 10 }], usd: 3 });
    expect((await asked(claude, 'none')).usd).toBeUndefined();
    await expect(asked(claude, 'quit')).rejects.toThrow('Nothing was started');
  });

  it('is not asked for where there is a limit, nobody can be asked, or the price is not known', async () => {
    expect((await asked(Config.parse({ fix: { agent: 'claude' }, limits: { usd: 1 } }))).proposals).toEqual([]);
    expect((await asked(Config.parse({ fix: { agent: 'claude' }, limits: { tokens: 9 } }))).proposals).toEqual([]);
    const house = { agents: { house: { kind: 'command', command: 'x' } }, fix: { agent: 'house' } };
    expect((await asked(Config.parse(house))).proposals).toEqual([]);
    expect(await withBudget(claude, 'fix', undefined)).toBe(claude);
    expect((await asked(exampleConfig())).proposals).toEqual([]);
  });
});
