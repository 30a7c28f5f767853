/**
 * The campaign: an undisturbed run, then killed and resumed ones, each compared with it, until one differs or enough
 * were killed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeBase } from './base.ts';
import { commitsIn, type Kill } from './launch.ts';
import { differences, type Outcome } from './outcome.ts';
import { makePlan } from './plan.ts';
import { randomFrom } from './random.ts';
import { performTrial, type Trial } from './trial.ts';

export type CampaignOptions = {
  program: string;
  /** An empty folder for everything of the campaign. */
  folder: string;
  seed: number;
  kills: number;
  findings: number;
  jobs: number;
  /** Only so many kills, spread over the run, instead of every event. */
  sample: boolean;
  /** One trial, killed exactly there. */
  replay?: Kill[];
  onTrial?: (figures: Figures) => void;
};

export type Figures = {
  trials: number;
  kills: Record<Kill['kind'], number>;
  calls: number;
  repeats: number;
  covered: number;
  commits: number;
};

export type Campaign = Figures & {
  undisturbed: Trial;
  missed: string[];
  /** What the first trial that differed showed. */
  failure: { kills: Kill[]; problems: string[]; folder: string } | null;
};

export const runCampaign = async (options: CampaignOptions): Promise<Campaign> => {
  const { folder, program } = options;
  const base = join(folder, 'base');
  mkdirSync(base, { recursive: true });
  makeBase(base, options.findings);
  const began = performance.now();
  const undisturbed = await performTrial({ program, base, folder: join(folder, 'undisturbed') }, []);
  const durationMs = Math.round(performance.now() - began);
  const commits = commitsIn(join(folder, 'undisturbed'));
  const figures: Figures = {
    trials: 0,
    kills: { before: 0, after: 0, moment: 0, all: 0 },
    calls: 0,
    repeats: 0,
    covered: 0,
    commits: commits.length,
  };
  const result: Campaign = { ...figures, undisturbed, missed: [], failure: null };
  if (undisturbed.problems.length > 0 || undisturbed.outcome === null)
    return { ...result, failure: { kills: [], problems: undisturbed.problems, folder: join(folder, 'undisturbed') } };
  const { kills, sample, replay } = options;
  const plan = makePlan({ commits, kills, durationMs, random: randomFrom(options.seed), sample });
  const replays = replay ? [replay] : null;
  const next = replays ? () => replays.shift() ?? null : plan.next;
  await inParallel(replay ? 1 : options.jobs, async () => {
    const planned = result.failure ? null : next();
    if (!planned) return false;
    result.trials += 1;
    const place = { program, base, folder: join(folder, `trial-${result.trials}`) };
    const started = performance.now();
    const trial = await performTrial(place, planned);
    plan.learn(planned, trial.hits, Math.round(performance.now() - started));
    count(result, trial);
    const problems = [...trial.problems, ...compare(undisturbed.outcome, undisturbed.code, trial)];
    if (problems.length > 0) result.failure ??= { kills: planned, problems, folder: place.folder };
    else rmSync(place.folder, { recursive: true, force: true });
    result.covered = plan.covered();
    options.onTrial?.(result);
    return true;
  });
  return { ...result, missed: plan.missed() };
};

const count = (figures: Figures, trial: Trial): void => {
  for (const { kind } of trial.hits) figures.kills[kind] += 1;
  figures.calls += trial.calls;
  figures.repeats += trial.repeats;
};

const compare = (expected: Outcome | null, code: number | null, trial: Trial): string[] => [
  ...(expected && trial.outcome ? differences(expected, trial.outcome) : []),
  ...(trial.code === null || trial.code === code ? [] : [`exit code ${trial.code} instead of ${code}`]),
];

/** So many workers, each until it has nothing more to do. */
const inParallel = async (workers: number, work: () => Promise<boolean>): Promise<void> => {
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (await work());
    }),
  );
};
