/** Decides where runs are killed, so that every commit of the undisturbed run is hit, before or after, and moments in between. */
import type { Kill } from './launch.ts';
import type { Random } from './random.ts';

/** The first life and up to three resumed ones. */
const killsPerTrial = 4;
const momentsEvery = 6;
const mostMisses = 4;

export type Plan = {
  next: () => Kill[] | null;
  learn: (planned: readonly Kill[], hits: readonly Kill[]) => void;
  /** Commits that were hit, and those that never could be. */
  covered: () => number;
  missed: () => string[];
};

export type PlanRequest = { commits: readonly string[]; kills: number; durationMs: number; random: Random; sample: boolean };

export const makePlan = ({ commits, kills, durationMs, random, sample }: PlanRequest): Plan => {
  let open = sample ? pickSome(commits, kills, random) : [...commits];
  let promised = 0;
  let done = 0;
  let trials = 0;
  const covered = new Set<string>();
  const misses = new Map<string, number>();
  const moments = (): Kill[] =>
    Array.from({ length: 1 + random(killsPerTrial) }, (): Kill => ({ kind: 'moment', at: 50 + random(Math.max(1, durationMs)) }));
  const boundaries = (): Kill[] => {
    const chosen = spread(open, killsPerTrial, random);
    open = open.filter((name) => !chosen.includes(name));
    return chosen.map((at): Kill => ({ kind: random(2) === 0 ? 'before' : 'after', at }));
  };
  return {
    next: () => {
      if (open.length === 0 && done + promised >= kills) return null;
      trials += 1;
      const planned = open.length === 0 || (!sample && trials % momentsEvery === 0) ? moments() : boundaries();
      promised += planned.length;
      return planned;
    },
    learn: (planned, hits) => {
      promised -= planned.length;
      done += hits.length;
      for (const { kind, at } of hits) if (kind !== 'moment') covered.add(at);
      for (const kill of planned) {
        if (kill.kind === 'moment' || hits.includes(kill)) continue;
        const times = (misses.get(kill.at) ?? 0) + 1;
        misses.set(kill.at, times);
        if (times < mostMisses) open.push(kill.at);
      }
    },
    covered: () => covered.size,
    missed: () => commits.filter((name) => !covered.has(name)),
  };
};

/** Far from each other and in their order: a run passes one after the other. */
const spread = (names: readonly string[], count: number, random: Random): string[] => {
  const width = Math.max(1, Math.floor(names.length / count));
  const first = random(width);
  return names.filter((_, index) => index % width === first).slice(0, count);
};

const pickSome = (names: readonly string[], count: number, random: Random): string[] => {
  const width = Math.max(1, Math.floor(names.length / count));
  return names.filter((_, index) => index % width === random(width)).slice(0, count);
};
