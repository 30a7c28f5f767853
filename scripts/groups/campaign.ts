/** Goes through cases and seeds, some at the same time, and sums up what the trials of each case came to. */
import type { Case } from './cases.ts';
import type { Together } from './place.ts';
import { runTrial, type Trial } from './trial.ts';

export type Options = {
  program: string;
  cases: readonly Case[];
  seeds: readonly number[];
  together: Together;
  /** Of the seeds of each case, so many are also run with every fix proven alone, to compare with. */
  alone: (of: Case) => number;
  jobs: number;
  onTrial?: (of: Case, trial: SeededTrial) => void;
};

export type SeededTrial = Trial & { seed: number; together: Together };

export type Summary = {
  name: string;
  runs: { median: number; worst: number; alone: number | null };
  limit: number | null;
  isOver: boolean;
  seconds: number;
  probes: number;
  /** Twos that only pass together, and are two commits of one group, in all trials. */
  parted: number;
  /** Trials that came to something wrong. */
  wrong: SeededTrial[];
  /**
   * Seeds whose accepted fixes are others than those of the trial that proved each alone. Not of a pair: there either of
   * them may stay.
   */
  unlike: number[];
};

type Job = { of: Case; seed: number; together: Together };

export async function* runCampaign(options: Options): AsyncGenerator<Summary> {
  for (const of of options.cases) yield summaryOf(of, await trialsOf(of, options));
}

const trialsOf = async (of: Case, { seeds, together, alone, ...options }: Options): Promise<SeededTrial[]> => {
  const compared = together === 'each' ? [] : seeds.slice(0, alone(of));
  const jobs: Job[] = [
    ...seeds.map((seed) => ({ of, seed, together })),
    ...compared.map((seed) => ({ of, seed, together: together === 'none' ? together : ('each' as const) })),
  ];
  const trials: SeededTrial[] = [];
  const worker = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const trial = { ...(await runTrial(options.program, of, job.seed, job.together)), ...job };
      options.onTrial?.(of, trial);
      trials.push(trial);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, worker));
  return trials;
};

const summaryOf = (of: Case, trials: readonly SeededTrial[]): Summary => {
  const isAlone = ({ together }: SeededTrial): boolean => together === 'each';
  const single = trials.filter(isAlone);
  const grouped = single.length === trials.length ? trials : trials.filter((trial) => !isAlone(trial));
  const alone = single.length === 0 ? null : medianOf(single.map(({ runs }) => runs));
  const median = medianOf(grouped.map(({ runs }) => runs));
  const limit = limitOf(of, alone);
  return {
    name: of.name,
    runs: { median, worst: Math.max(...grouped.map(({ runs }) => runs)), alone },
    limit,
    isOver: limit !== null && median > limit,
    seconds: medianOf(grouped.map(({ seconds }) => seconds)),
    probes: Math.max(...grouped.map(({ probes }) => probes)),
    parted: trials.reduce((sum, { parted }) => sum + parted, 0),
    wrong: trials.filter(({ problems }) => problems.length > 0),
    unlike: of.pair === undefined ? grouped.filter((trial) => isUnlike(trial, single)).map(({ seed }) => seed) : [],
  };
};

const limitOf = ({ limit, n }: Case, alone: number | null): number | null => {
  if (limit === undefined) return null;
  if (limit === 'each') return alone;
  return 'runs' in limit ? limit.runs : limit.perFinding * n;
};

const isUnlike = (trial: SeededTrial, single: readonly SeededTrial[]): boolean => {
  const other = single.find(({ seed }) => seed === trial.seed);
  return other !== undefined && trial.accepted.toSorted().join() !== other.accepted.toSorted().join();
};

/** The mean of the two in the middle, where there are two. */
const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
};
