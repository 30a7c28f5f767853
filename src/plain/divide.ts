/** Parts a list in two. */

export const divide = <T>(all: readonly T[], isFirst: (each: T) => boolean): [first: T[], others: T[]] => [
  all.filter(isFirst),
  all.filter((each) => !isFirst(each)),
];
