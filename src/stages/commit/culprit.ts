/** Finds out which of several fixes break the others: each was fine alone, together they fail. */

export type Built<U> = { units: U[]; unmergeable: U[] };

export type Search<U, B extends Built<U>> = {
  /** Puts these units on top of the verified base, in order; what cannot be merged without the others is set apart. */
  build: (units: readonly U[]) => Promise<B>;
  /** Whether the result holds. Asked twice before a failure is believed, since tests flake. */
  holds: (built: B) => Promise<boolean>;
};

/**
 * Takes out one culprit after the other, until what is left holds. Of a pair that only fails together, the later one
 * goes.
 */
export const findCulprits = async <U, B extends Built<U>>(
  units: readonly U[],
  search: Search<U, B>,
): Promise<{ kept: B; culprits: U[]; unmergeable: U[] }> => {
  const culprits: U[] = [];
  const unmergeable: U[] = [];
  let candidates = [...units];
  for (;;) {
    const built = await search.build(candidates);
    unmergeable.push(...built.unmergeable);
    candidates = built.units;
    if (candidates.length === 0 || (await holdsForSure(built, search))) return { kept: built, culprits, unmergeable };
    const culprit = candidates[(await firstFailingPrefix(candidates, search)) - 1];
    if (culprit === undefined) throw new Error('no culprit among the candidates');
    culprits.push(culprit);
    candidates = candidates.filter((unit) => unit !== culprit);
  }
};

/** Length of the shortest prefix that fails, by bisection: the empty one holds, the whole does not. */
const firstFailingPrefix = async <U, B extends Built<U>>(
  units: readonly U[],
  search: Search<U, B>,
): Promise<number> => {
  let holding = 0;
  let failing = units.length;
  while (failing - holding > 1) {
    const middle = Math.floor((holding + failing) / 2);
    const holds = await holdsForSure(await search.build(units.slice(0, middle)), search);
    if (holds) holding = middle;
    else failing = middle;
  }
  return failing;
};

const holdsForSure = async <U, B extends Built<U>>(built: B, { holds }: Search<U, B>): Promise<boolean> =>
  (await holds(built)) || (await holds(built));
