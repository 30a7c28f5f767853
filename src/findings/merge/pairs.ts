/** The pairs of neighbouring characters of a title that others are compared with, and where in it they stand. */
import { leastShared, longestSimilar, maxEdits, pairNumbers, type Title } from './title.ts';

/** Positions beyond count as this one, which brings pairs closer together and so never hides any. */
export const lastPosition = 127;

export type PlacedPair = { pair: number; positions: number[] };

/** For each pair the place in the list of the title that is looked at, from 1; all zero between calls. */
const placeOf = new Uint16Array(pairNumbers);

const place = (title: Title): PlacedPair[] => {
  const placed: PlacedPair[] = [];
  const { pairs } = title;
  for (let position = 0; position < pairs.length; position += 1) {
    const pair = pairs[position] ?? 0;
    const at = placeOf[pair] ?? 0;
    const known = at === 0 ? undefined : placed[at - 1];
    if (known) known.positions.push(Math.min(position, lastPosition));
    else placeOf[pair] = placed.push({ pair, positions: [Math.min(position, lastPosition)] });
  }
  for (const { pair } of placed) placeOf[pair] = 0;
  return placed;
};

/** A character moves by one place with each insertion or deletion before it. */
export const isNear = (positions: readonly number[], position: number, edits: number): boolean => {
  for (const each of positions) if (each - position <= edits && position - each <= edits) return true;
  return false;
};

export class PairsIn {
  readonly title: Title;
  readonly placed: readonly PlacedPair[];
  /** The most edits to any similar title. */
  readonly edits: number;
  /** The least pairs shared with any similar title. */
  readonly least: number;

  constructor(title: Title) {
    const { length } = title.text;
    this.title = title;
    this.placed = place(title);
    this.edits = maxEdits(longestSimilar(length));
    this.least = Math.min(leastShared(length), leastShared(length + 1));
  }

  /** How many pairs of the other stand nearby in this one. */
  #shared(other: Title, edits: number): number {
    const { placed } = this;
    const { pairs } = other;
    for (let at = 0; at < placed.length; at += 1) placeOf[placed[at]?.pair ?? 0] = at + 1;
    let shared = 0;
    for (let position = 0; position < pairs.length; position += 1) {
      const at = placeOf[pairs[position] ?? 0] ?? 0;
      if (at > 0 && isNear(placed[at - 1]?.positions ?? [], Math.min(position, lastPosition), edits)) shared += 1;
    }
    for (const { pair } of placed) placeOf[pair] = 0;
    return shared;
  }

  mayBeSimilar(other: Title): boolean {
    if (!this.title.mayBeSimilar(other)) return false;
    const longer = Math.max(this.title.text.length, other.text.length);
    return this.#shared(other, maxEdits(longer)) >= leastShared(longer);
  }
}
