/** How alike two findings are, in one respect each. */
import type { Anchor } from './anchor.ts';
import type { Ready } from './recognisable.ts';
import { enough, nearness, weights } from './evidence-weights.ts';
import { likeness } from './sketch.ts';

export type Evidence = {
  /** To choose between candidates; higher is better. */
  score: number;
  /** Enough to believe that it is the same finding, if nothing better is there. */
  enough: boolean;
};

/** What is known besides the two: where the rest of the file went, and how often such code occurs. */
export type Surroundings = {
  /** 1 where the file is the one that most of the old file went to. */
  successor: number;
  /** From 0 to 1: how well the line agrees with how far its neighbours moved. */
  drift: number;
  /** The only one of its kind with this code on both sides. */
  alone: boolean;
};

/** The share of lines of one side that are also around the other; near ones count more. */
const shareOf = (a: readonly number[], b: readonly number[]): number => {
  let sum = 0;
  let most = 0;
  for (let at = 0; at < a.length; at += 1) {
    const weight = nearness[at] ?? 0;
    most += weight;
    if (b.includes(a[at] ?? -1)) sum += weight;
  }
  if (most > 0) return sum / most;
  return b.length === 0 ? 1 : 0;
};

const shared = (a: readonly number[], b: readonly number[]): number => (shareOf(a, b) + shareOf(b, a)) / 2;

/** From 0 to 1: the share of folders and of the name that two paths have in common. */
export const pathLikeness = (a: Ready, b: Ready): number => {
  if (a.file === b.file) return 1;
  const name = a.path.at(-1) === b.path.at(-1) ? 1 : 0;
  let folders = 0;
  while (folders < Math.min(a.path.length, b.path.length) - 1 && a.path[folders] === b.path[folders]) folders += 1;
  return (name + folders) / Math.max(a.path.length, b.path.length);
};

export const sharesFingerprint = (a: Ready, b: Ready): boolean =>
  a.fingerprints.some((each) => b.fingerprints.includes(each));

const codeLikeness = (left: Anchor, right: Anchor): number =>
  left.code === right.code ? 1 : likeness(left.sketch, right.sketch);

/** Of findings about whole files. */
export const aboutFiles = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const alike = codeLikeness(left, right);
  return {
    score: weights.fileCode * alike + weights.filePlaces * ofPlaces(a, b, around),
    enough: a.file === b.file || alike >= enough.file.code,
  };
};

/** What two anchors in lines have in common, each from 0 to 1 or yes or no. */
export const compare = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings) => {
  const before = shared(left.before, right.before);
  const after = shared(left.after, right.after);
  return {
    sameLine: left.head === right.head,
    code: codeLikeness(left, right),
    before,
    after,
    context: (before + after) / 2,
    scopes: shared(left.scopes, right.scopes),
    sameToken: left.token === right.token,
    sameTitle: a.title === b.title,
    sameFile: a.file === b.file || around.successor === 1 || around.drift >= enough.drift,
    sameNeighbours: left.before[0] === right.before[0] && left.after[0] === right.after[0],
  };
};
export type Comparison = ReturnType<typeof compare>;

export const ofPlaces = (a: Ready, b: Ready, around: Surroundings): number =>
  weights.path * pathLikeness(a, b) +
  weights.successor * around.successor +
  weights.drift * around.drift +
  (a.title === b.title ? weights.title : 0) +
  (sharesFingerprint(a, b) ? weights.fingerprint : 0);
