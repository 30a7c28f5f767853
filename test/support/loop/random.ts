/** A source of choices: fast and seeded for the bulk, or a list of numbers that a shrinker can make smaller. */

export type Random = {
  /** A whole number from 0 to n - 1. 0 is always the tamest choice. */
  below: (n: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** Picks by weight; what comes first is the tamest. */
  weighted: <T>(entries: readonly (readonly [weight: number, value: T])[]) => T;
  /** Each with this probability. */
  some: <T>(list: readonly T[], probability: number) => T[];
};

/** `draw` gives a number from 0 (included) to 1 (excluded). */
const randomFrom = (draw: () => number): Random => {
  const below = (n: number): number => Math.floor(draw() * n);
  const chance = (probability: number): boolean => draw() > 1 - probability;
  const pick = <T>(list: readonly T[]): T => {
    const [value] = list.slice(below(list.length), list.length);
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const weighted = <T>(entries: readonly (readonly [number, T])[]): T => {
    let rest = draw() * entries.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of entries) {
      if (rest < weight) return value;
      rest -= weight;
    }
    throw new Error('nothing to pick from');
  };
  return { below, chance, pick, weighted, some: (list, probability) => list.filter(() => chance(probability)) };
};

/** mulberry32: 32 bits of state, good enough to explore with and very fast. */
export const seeded = (seed: number): Random => {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return randomFrom(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  });
};

/** Numbers below 1000, as thousandths; once they are used up, everything takes its tamest course. */
export const fromList = (numbers: readonly number[]): Random => {
  let position = 0;
  return randomFrom(() => (numbers[position++] ?? 0) / 1_000);
};
