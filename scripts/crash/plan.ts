/**
 * Decides where runs are killed, so that every commit of the undisturbed run is hit, before or after, and moments in
 * between.
 */
import type { Kill } from './launch.ts';
import type { Random } from './random.ts';

/** The first life and up to three resumed ones. */
const killsPerTrial = 4;
const momentsEvery = 6;
const mostMisses = 4;

export type Plan = {
  next: () => Kill[] | null;
  learn: (planned: readonly Kill[], hits: readonly Kill[], tookMs: number) => void;
  /** Commits that were hit, and those that never could be. */
  covered: () => number;
  missed: () => string[];
};

export type PlanRequest = {
  commits: readonly string[];
  kills: number;
  durationMs: number;
  random: Random;
  sample: boolean;
};

export const makePlan = ({ commits, kills, durationMs, random, sample }: PlanRequest): Plan => {
  let open = sample ? pickSome(commits.filter(isOfTheRun), kills, random) : [...commits];
  /** What a resumed run did not come by again, for the first life of a run. */
  const alone: string[] = [];
  const covered = new Set<string>();
  const misses = new Map<string, number>();
  let promised = 0;
  let done = 0;
  let trials = 0;
  /** The machine may be busier at one time than at another: a moment after the end hits nothing. */
  let shortestMs = durationMs;
  const atCommit = (at: string): Kill => ({ kind: random(2) === 0 ? 'before' : 'after', at });
  const inBetween = (): Kill => ({
    kind: random(3) === 0 ? 'all' : 'moment',
    at: 50 + random(Math.max(1, shortestMs)),
  });
  const choose = (): Kill[] => {
    const left = alone.shift();
    if (left !== undefined) return [atCommit(left)];
    if (open.length === 0 || (!sample && trials % momentsEvery === 0))
      return Array.from({ length: 1 + random(killsPerTrial) }, inBetween);
    const chosen = spread(open, killsPerTrial, random);
    open = open.filter((name) => !chosen.includes(name));
    return chosen.map(atCommit);
  };
  return {
    next: () => {
      if (open.length + alone.length === 0 && (sample || done + promised >= kills)) return null;
      trials += 1;
      const planned = choose();
      promised += planned.length;
      return planned;
    },
    learn: (planned, hits, tookMs) => {
      shortestMs = Math.min(shortestMs, tookMs);
      promised -= planned.length;
      done += hits.length;
      for (const kill of planned) {
        if (typeof kill.at === 'number') continue;
        if (hits.includes(kill)) covered.add(kill.at);
        const times = (misses.get(kill.at) ?? 0) + 1;
        misses.set(kill.at, times);
        if (!covered.has(kill.at) && times < mostMisses) alone.push(kill.at);
      }
    },
    covered: () => covered.size,
    missed: () => commits.filter((name) => !covered.has(name)),
  };
};

/** Which process was the n-th to start depends on timing; every other event comes in every run. */
const isOfTheRun = (name: string): boolean => !name.startsWith('process.started');

/** Far from each other and in their order: a run passes one after the other. */
const spread = (names: readonly string[], count: number, random: Random): string[] => {
  const width = Math.max(1, Math.floor(names.length / count));
  const first = random(width);
  return names.filter((_, index) => index % width === first).slice(0, count);
};

const pickSome = (names: readonly string[], count: number, random: Random): string[] => {
  const width = Math.max(1, Math.floor(names.length / count));
  return Array.from({ length: count }, (_, index) => names[index * width + random(width)] ?? '').filter(Boolean);
};
