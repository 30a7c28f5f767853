/** Many random runs with agents that lie about what they use, some at a time. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../crash/random.ts';
import { planOf, showPlan } from './plan.ts';
import { type Program, runTrial } from './trial.ts';

export type Trouble = { n: number; folder: string; plan: string; problems: string[] };

export type Campaign = {
  runs: number;
  calls: number;
  killed: number;
  stopped: number;
  /** Runs that used more than their limit, as far as that is counted: by calls that were under way. */
  over: number;
  troubles: Trouble[];
};

export type CampaignOptions = {
  program: Program;
  folder: string;
  seed: number;
  count: number;
  jobs: number;
  /** Only this run of the campaign. */
  only?: number;
  onTrial?: (campaign: Campaign) => void;
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const { program, seed, count, jobs, only } = options;
  const campaign: Campaign = { runs: 0, calls: 0, killed: 0, stopped: 0, over: 0, troubles: [] };
  const due = only === undefined ? Array.from({ length: count }, (_, n) => n) : [only];
  const work = async (): Promise<void> => {
    for (let n = due.shift(); n !== undefined; n = due.shift()) {
      const plan = planOf(randomFrom(Math.imul(seed, 1_000_003) + n));
      const folder = join(options.folder, `run-${n}`);
      mkdirSync(folder);
      const { books, problems, stopped, killed, calls } = await runTrial(program, folder, plan);
      campaign.runs += 1;
      campaign.calls += calls;
      campaign.killed += killed;
      campaign.stopped += stopped ? 1 : 0;
      campaign.over += books.over > 0 ? 1 : 0;
      if (problems.length > 0) campaign.troubles.push({ n, folder, plan: showPlan(plan), problems });
      else rmSync(folder, { recursive: true, force: true });
      options.onTrial?.(campaign);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return campaign;
};
