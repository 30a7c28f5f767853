/** Pairs what is most alike first: each is taken once. */

type Scored<T> = { before: T; after: T; score: number };

type Best<T> = { found: { before: T; after: T }[]; isLeft: (each: T) => boolean };

export const bestPairs = <T>(scored: readonly Scored<T>[]): Best<T> => {
  const taken = new Set<T>();
  const found = scored
    .toSorted((a, b) => b.score - a.score)
    .filter(({ before, after }) => {
      const isFree = !taken.has(before) && !taken.has(after);
      if (isFree) taken.add(before).add(after);
      return isFree;
    });
  return { found: found.map(({ before, after }) => ({ before, after })), isLeft: (each) => !taken.has(each) };
};
