/** Many random runs, some at a time, and what they came to in all. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../crash/random.ts';
import type { Ruling } from './judge.ts';
import type { Language } from './language.ts';
import { type Plan, planOf, showPlan } from './plan.ts';
import { type Program, runTrial, type Trial } from './trial.ts';

export type Trouble = { n: number; folder: string; plan: string; problems: string[] };

export type Campaign = {
  runs: number;
  findings: number;
  /** Different programs: a language and the problems in it. */
  programs: Set<string>;
  rulings: Ruling[];
  right: number;
  wrongShown: number;
  wrongHidden: string[];
  rightJudged: number;
  rightRefused: string[];
  unaccounted: number;
  troubles: Trouble[];
};

export type CampaignOptions = {
  program: Program;
  folder: string;
  languages: readonly Language[];
  seed: number;
  count: number;
  jobs: number;
  /** Only this run of the campaign. */
  only?: number;
  onTrial?: (campaign: Campaign) => void;
};

/** Each run has a seed of its own, so that it can be repeated alone; languages come in turn. */
export const planFor = ({ seed, languages }: Pick<CampaignOptions, 'seed' | 'languages'>, n: number): Plan => {
  const language = languages[n % languages.length];
  if (language === undefined) throw new Error('there are no languages');
  return planOf(randomFrom(Math.imul(seed, 1_000_003) + n), language);
};

const nothing = (): Campaign => ({
  runs: 0,
  findings: 0,
  programs: new Set(),
  rulings: [],
  right: 0,
  wrongShown: 0,
  wrongHidden: [],
  rightJudged: 0,
  rightRefused: [],
  unaccounted: 0,
  troubles: [],
});

/** Gives what is wrong with the run. A right fix that was refused is wrong only where there are too many of them. */
const note = (into: Campaign, n: number, plan: Plan, { judged, problems }: Trial): string[] => {
  into.runs += 1;
  into.findings += plan.findings.length;
  into.programs.add([plan.language.name, ...plan.findings.map(({ problem }) => problem.name).toSorted()].join(' '));
  if (judged === null) {
    into.unaccounted += plan.findings.length;
    return problems;
  }
  const { committed, rulings, rightRefused, unaccounted } = judged;
  const told = (words: string): string => `run ${n}: ${words}`;
  into.rulings.push(...rulings);
  into.right += committed.right;
  into.wrongShown += committed.wrongShown.length;
  into.wrongHidden.push(...committed.wrongHidden.map(told));
  into.rightJudged += judged.rightJudged;
  into.rightRefused.push(...rightRefused.map(told));
  into.unaccounted += unaccounted.length;
  const wrong = committed.wrongShown.map((words) => `wrong, shown, and committed: ${words}`);
  return [...problems, ...wrong, ...unaccounted, ...rightRefused.map((words) => `right and refused: ${words}`)];
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const { program, count, jobs, only } = options;
  const campaign = nothing();
  const due = only === undefined ? Array.from({ length: count }, (_, n) => n) : [only];
  const work = async (): Promise<void> => {
    for (let n = due.shift(); n !== undefined; n = due.shift()) {
      const plan = planFor(options, n);
      const folder = join(options.folder, `run-${n}`);
      mkdirSync(folder);
      const problems = note(campaign, n, plan, await runTrial(program, folder, plan));
      if (problems.length > 0) campaign.troubles.push({ n, folder, plan: showPlan(plan), problems });
      else rmSync(folder, { recursive: true, force: true });
      options.onTrial?.(campaign);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return campaign;
};

/** At most so many of the right ones may be refused. */
export const mostRefused = 0.02;

export const isGood = (campaign: Campaign): boolean =>
  campaign.wrongShown === 0 &&
  campaign.unaccounted === 0 &&
  campaign.rightRefused.length <= mostRefused * campaign.rightJudged &&
  campaign.troubles.every(({ problems }) => problems.every((problem) => problem.startsWith('right and refused')));
