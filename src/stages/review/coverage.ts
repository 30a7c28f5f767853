/**
 * Which changed places the reviewers of one round have looked at, taken together, and why nobody looked at the others
 * (2.8).
 */
import type { NotReviewed, ReviewPart } from '../../model/review-scope.ts';
import { joinLines } from './scope-ranges.ts';

export type ScopeResult = {
  scope: { parts: readonly ReviewPart[]; left: readonly NotReviewed[] };
  /** Numbers of the parts that were answered with a verdict. */
  reviewed: ReadonlySet<number>;
  /** Why the other parts were not. */
  failed: string;
};

export type Coverage = { complete: boolean; hunks: number; reviewed: number; notReviewed: NotReviewed[] };

/** What became of one changed place. */
type Look = 'reviewed' | NotReviewed;

/** By file, and by number within the file. */
type Looks = Map<string, Map<number, Look>>;

/** One look is enough; a place that nobody looked at is wanted when any reviewer should have. */
export const coverageOf = (scopes: readonly ScopeResult[]): Coverage => {
  const looks: Looks = new Map();
  for (const scope of scopes) noteScope(looks, scope);
  const files = [...looks].sort(([a], [b]) => (a < b ? -1 : 1));
  const notReviewed = files.flatMap(([, numbers]) => gapsOf([...numbers].sort(([a], [b]) => a - b)));
  const all = files.flatMap(([, numbers]) => [...numbers.values()]);
  return {
    complete: notReviewed.every(({ wanted }) => !wanted),
    hunks: all.filter((look) => weight(look) > 0).length,
    reviewed: all.filter((look) => look === 'reviewed').length,
    notReviewed,
  };
};

const noteScope = (looks: Looks, { scope, reviewed, failed }: ScopeResult): void => {
  for (const { part, covers } of scope.parts) {
    for (const range of covers) {
      note(looks, range, reviewed.has(part) ? 'reviewed' : { ...range, reason: failed, wanted: true });
    }
  }
  for (const range of scope.left) note(looks, range, range);
};

const note = (looks: Looks, { file, first, last }: ReviewPart['covers'][number], look: Look): void => {
  const numbers = looks.get(file) ?? new Map<number, Look>();
  looks.set(file, numbers);
  for (let number = first; number <= last; number += 1) {
    const before = numbers.get(number);
    if (before === undefined || weight(before) < weight(look)) numbers.set(number, look);
  }
};

const weight = (look: Look): number => {
  if (look === 'reviewed') return 2;
  return look.wanted ? 1 : 0;
};

/** What nobody looked at in one file, in as few ranges as say it. */
const gapsOf = (numbers: readonly (readonly [number, Look])[]): NotReviewed[] => {
  const gaps: NotReviewed[] = [];
  for (const piece of piecesOf(numbers)) {
    const before = gaps.at(-1);
    const together = before && before.last > 0 && before.last === piece.first - 1 && sameReason(before, piece);
    if (together) gaps[gaps.length - 1] = { ...before, last: piece.last, lines: joinLines(before.lines, piece.lines) };
    else gaps.push(piece);
  }
  return gaps;
};

const sameReason = (a: NotReviewed, b: NotReviewed): boolean => a.reason === b.reason && a.wanted === b.wanted;

/** What is still not reviewed of each range. The lines are known of whole ranges only. */
const piecesOf = (numbers: readonly (readonly [number, Look])[]): NotReviewed[] => {
  const pieces: { of: NotReviewed; first: number; last: number }[] = [];
  for (const [number, look] of numbers) {
    if (look === 'reviewed') continue;
    const before = pieces.at(-1);
    if (before?.of === look && before.last === number - 1) before.last = number;
    else pieces.push({ of: look, first: number, last: number });
  }
  return pieces.map(({ of, first, last }) => ({
    ...of,
    first,
    last,
    lines: first === of.first && last === of.last ? of.lines : '',
  }));
};
