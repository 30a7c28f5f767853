/** Many random runs, some at a time, until one of them says of a tree what a fresh clone does not. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../crash/random.ts';
import type { Kind } from './kind.ts';
import { type Oracle, openOracle } from './oracle.ts';
import { makeTemplate } from './project.ts';
import { type Plan, planOf, showPlan } from './scenario.ts';
import { environmentIn, must } from './shell.ts';
import { type Compared, type Program, runTrial } from './trial.ts';

export type Cage = 'on' | 'off' | 'both';

export type Difference = { n: number; folder: string; plan: string; problems: string[] };

export type Campaign = {
  runs: number;
  caged: number;
  compared: Compared;
  clones: number;
  byKind: Record<string, number>;
  /** Kinds whose untouched start does not pass on this machine, and why. */
  leftOut: Record<string, string>;
  differences: Difference[];
};

export type CampaignOptions = {
  program: Program;
  folder: string;
  kinds: readonly Kind[];
  seed: number;
  count: number;
  cage: Cage;
  jobs: number;
  /** Only this run of the campaign. */
  only?: number;
  onTrial?: (campaign: Campaign) => void;
};

const templateOf = (folder: string, kind: Kind): string => join(folder, 'templates', kind.name.replaceAll(' ', '-'));

/** Each run has a seed of its own, so that it can be repeated alone; kinds come in turn, with and without the cage. */
const planFor = ({ seed, cage, kinds }: CampaignOptions, n: number): Plan => {
  const kind = kinds[(cage === 'both' ? Math.floor(n / 2) : n) % kinds.length];
  if (kind === undefined) throw new Error('there are no kinds');
  return planOf(randomFrom(Math.imul(seed, 1_000_003) + n), kind, cage === 'both' ? n % 2 === 0 : cage === 'on');
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const { folder, count, jobs, only } = options;
  const oracle = openOracle(folder);
  const campaign: Campaign = {
    runs: 0,
    caged: 0,
    compared: { passed: 0, failed: 0, heads: 0 },
    clones: 0,
    byKind: {},
    leftOut: {},
    differences: [],
  };
  const isUsable = usability(options, oracle, campaign);
  const due = only === undefined ? Array.from({ length: count }, (_, n) => n) : [only];
  const work = async (): Promise<void> => {
    for (let n = due.shift(); n !== undefined; n = due.shift()) {
      const plan = planFor(options, n);
      if (await isUsable(plan.kind)) await trialOf(n, plan, options, oracle, campaign);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  rmSync(join(folder, 'templates'), { recursive: true, force: true });
  return campaign;
};

/** Makes a kind's repository when it is first needed, and asks whether its start passes on this machine. */
const usability = (
  { folder }: CampaignOptions,
  oracle: Oracle,
  campaign: Campaign,
): ((kind: Kind) => Promise<boolean>) => {
  const known = new Map<Kind, Promise<boolean>>();
  const find = async (kind: Kind): Promise<boolean> => {
    const template = templateOf(folder, kind);
    await makeTemplate(kind, template);
    const repo = join(template, 'repo');
    const tree = await must(['git', 'rev-parse', 'HEAD^{tree}'], { cwd: repo, env: environmentIn(template) });
    const { passes, said } = await oracle.ask({ kind, repo, tree });
    if (!passes) campaign.leftOut[kind.name] = said;
    return passes;
  };
  return (kind) => {
    const found = known.get(kind) ?? find(kind);
    known.set(kind, found);
    return found;
  };
};

const trialOf = async (
  n: number,
  plan: Plan,
  options: CampaignOptions,
  oracle: Oracle,
  campaign: Campaign,
): Promise<void> => {
  const folder = join(options.folder, `run-${n}`);
  mkdirSync(folder);
  const { problems, compared } = await runTrial({
    program: options.program,
    folder,
    template: templateOf(options.folder, plan.kind),
    plan,
    oracle,
  });
  campaign.runs += 1;
  campaign.caged += plan.caged ? 1 : 0;
  campaign.clones = oracle.asked();
  campaign.byKind[plan.kind.name] = (campaign.byKind[plan.kind.name] ?? 0) + 1;
  for (const key of ['passed', 'failed', 'heads'] as const) campaign.compared[key] += compared[key];
  if (problems.length > 0) campaign.differences.push({ n, folder, plan: showPlan(plan), problems });
  else rmSync(folder, { recursive: true, force: true });
  options.onTrial?.(campaign);
};
