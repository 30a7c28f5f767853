/** Lists of what is there: `present([title, reason !== undefined && `Why: ${reason}`])`. */

/** Without what is missing. An empty text, and 0, are there. */
export const present = <Item>(items: readonly (Item | false | null | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== false && item !== null && item !== undefined);
