/** Generates many histories and keeps count of what they covered. */
import { RunEvent, type StoredEvent } from '../../../src/model/event.ts';
import { Coverage } from './coverage.ts';
import { seeded } from './random.ts';
import { Simulation } from './simulate.ts';
import { demand } from './world.ts';

export type Campaign = { lengths: number[]; coverage: Coverage };

/** A history that broke a property: its seed gives it again. */
export class CampaignError extends Error {
  override name = 'CampaignError';
  readonly seed: number;
  readonly events: readonly StoredEvent[];

  constructor(seed: number, events: readonly StoredEvent[], cause: unknown) {
    super(`history ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.seed = seed;
    this.events = events;
  }
}

/**
 * Of every so many histories, the events of one are held against their schema, which takes longer than all the rest.
 */
const validatedEach = 20;

export const runCampaign = (seed: number, count: number): Campaign => {
  const coverage = new Coverage();
  const lengths: number[] = [];
  for (let each = seed; each < seed + count; each += 1) lengths.push(runHistory(each, coverage));
  return { lengths: lengths.toSorted((a, b) => a - b), coverage };
};

const runHistory = (seed: number, coverage: Coverage): number => {
  const simulation = new Simulation(seeded(seed), coverage);
  try {
    simulation.run();
    if (seed % validatedEach === 0) for (const event of simulation.events) validate(event);
  } catch (error) {
    throw new CampaignError(seed, simulation.events, error);
  }
  return simulation.events.length;
};

const validate = (event: StoredEvent): void => {
  const { success, error } = RunEvent.safeParse(event);
  demand(success, `10.1: ${event.type} does not fit its schema: ${error?.message}`);
};

/** The middle of lengths in order. */
export const median = (lengths: readonly number[]): number => lengths[Math.floor(lengths.length / 2)] ?? 0;
