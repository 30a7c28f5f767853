/** Columns of a table. */

const widest = 40;

/** As wide as its longest cell, and no wider than a reader wants. */
export const widthOf = (cells: readonly string[]): number =>
  cells.reduce((width, { length }) => Math.min(widest, Math.max(width, length)), 0);
