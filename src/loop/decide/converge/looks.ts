/** Rounds as looks at the whole: what reviewers say one after the other, at the beginning, is one look. */
import type { Leg } from './trajectory.ts';

export type Look = {
  /** The last of its rounds. */
  round: number;
  /** What was reported, in a form that can be compared. */
  reported: string;
  /** How much that was: what is new, and what is back. */
  found: number;
  /** Of that, what is new. */
  fresh: number;
  fixed: number;
  added: number;
  /** Everything that is left once its reports are taken up. */
  left: number;
  size: number | null;
  /** In dollars where they are known, else in tokens; null where nobody says anything. */
  cost: number | null;
};

export const looksOf = (legs: readonly Leg[]): Look[] => {
  const first = legs.filter(({ cause }) => cause === 'first' || cause === 'sequence');
  const later = legs.filter(({ cause }) => cause === 'again').map((leg) => [leg]);
  return [first, ...later].filter((each) => each.length > 0).map(lookOf);
};

const lookOf = (legs: readonly Leg[]): Look => {
  const sum = (valueOf: (leg: Leg) => number): number => legs.reduce((total, leg) => total + valueOf(leg), 0);
  const last = legs.at(-1);
  return {
    round: last?.round ?? 0,
    reported: JSON.stringify(legs.flatMap(({ found, again }) => [...found, ...again]).toSorted()),
    found: sum(({ found, again }) => found.length + again.length),
    fresh: sum(({ found }) => found.length),
    fixed: sum(({ fixed }) => fixed),
    added: sum(({ added }) => added),
    left: (last?.open ?? 0) + (last?.found.length ?? 0) + (last?.again.length ?? 0),
    size: last?.size ?? null,
    cost: costOf(legs),
  };
};

const costOf = (legs: readonly Leg[]): number | null => {
  const paid = legs.flatMap(({ used }) => used.usd ?? []);
  const tokens = legs.flatMap(({ used }) => [used.inputTokens ?? [], used.outputTokens ?? []].flat());
  const known = paid.length > 0 ? paid : tokens;
  return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
};
