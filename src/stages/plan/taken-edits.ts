/** Whether machine-made edits of one file keep apart, told without its text: what cannot be compared overlaps. */
import type { EditRange, TextEdit } from '../../model/finding/edits.ts';

/** Where an edit begins and ends, in a unit that only places of the same kind share: offsets, lines, or columns. */
type Place = readonly [line: number, column: number];
type Interval = { start: Place; end: Place };
type Taken = { unit: string; intervals: Interval[] };

/** Edits of two texts cannot be compared either. */
const unitOf = (range: EditRange, reportedAt: string): string =>
  `${reportedAt} ${range.by === 'position' ? `position ${range.unit}` : range.by}`;

const intervalOf = (range: EditRange): Interval => {
  if (range.by === 'offset') return { start: [0, range.start], end: [0, range.end] };
  if (range.by === 'lines') return { start: [range.startLine, 0], end: [range.endLine, Number.POSITIVE_INFINITY] };
  return { start: [range.startLine, range.startColumn], end: [range.endLine, range.endColumn] };
};

const compare = ([line, column]: Place, [otherLine, otherColumn]: Place): number =>
  line - otherLine || column - otherColumn;

/** Edits that touch overlap as well: an insertion has to know on which side of the other it belongs. */
const overlaps = (one: Interval, other: Interval): boolean =>
  compare(one.start, other.end) <= 0 && compare(other.start, one.end) <= 0;

/** By where they begin, then by where they end, as far as they compare: of those that overlap, the first wins. */
export const compareEdits = (one: TextEdit | undefined, other: TextEdit | undefined): number => {
  if (!one || !other || one.file !== other.file || unitOf(one.range, '') !== unitOf(other.range, '')) return 0;
  const [here, there] = [intervalOf(one.range), intervalOf(other.range)];
  return compare(here.start, there.start) || compare(here.end, there.end);
};

/** The first that begins behind a place, in a sorted list. */
const indexBehind = (sorted: readonly Interval[], { start }: Interval): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = sorted[middle];
    if (at && compare(at.start, start) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The edits that a step has taken up so far. */
export class TakenEdits {
  readonly #byFile = new Map<string, Taken>();

  /** Takes them if they keep apart from all that were taken before. `reportedAt`: the revision that they are about. */
  take(edits: readonly TextEdit[], reportedAt = ''): boolean {
    if (!edits.every((edit) => this.#isFree(edit, reportedAt))) return false;
    for (const edit of edits) this.#add(edit, reportedAt);
    return true;
  }

  #isFree({ file, range }: TextEdit, reportedAt: string): boolean {
    const taken = this.#byFile.get(file);
    if (!taken) return true;
    if (taken.unit !== unitOf(range, reportedAt)) return false;
    const interval = intervalOf(range);
    const at = indexBehind(taken.intervals, interval);
    return [taken.intervals[at - 1], taken.intervals[at]].every((other) => !other || !overlaps(other, interval));
  }

  #add({ file, range }: TextEdit, reportedAt: string): void {
    const taken = this.#byFile.get(file) ?? { unit: unitOf(range, reportedAt), intervals: [] };
    // Of a file whose edits are counted in several ways, nothing else is comparable.
    if (taken.unit !== unitOf(range, reportedAt)) taken.unit = 'mixed';
    const interval = intervalOf(range);
    taken.intervals.splice(indexBehind(taken.intervals, interval), 0, interval);
    this.#byFile.set(file, taken);
  }
}
