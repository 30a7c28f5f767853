/** What simulated performers see: the state of the run, a repository, a clock, and chance. */
import type { RunState } from '../../../src/loop/state/state.ts';
import type { SimulatedGit } from './git.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenario.ts';

export type World = {
  random: Random;
  scenario: Scenario;
  git: SimulatedGit;
  state: RunState;
  /** Milliseconds; moves on with every event. */
  now: number;
};

/** Something that must never happen in a history. */
export class Violation extends Error {
  override name = 'Violation';
}

export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Violation(what);
};

/** Chance scaled by how much goes wrong in this history. */
export const goesWrong = ({ random, scenario }: World, probability: number): boolean =>
  random.chance(probability * scenario.trouble);
