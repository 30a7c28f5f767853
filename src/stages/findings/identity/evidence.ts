/** How much speaks for two findings being one. */
import type { Anchor } from './anchor.ts';
import type { Ready } from './recognisable.ts';
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

const nearness = [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.2];

/** The share of lines of one side that are also around the other; near ones count more. */
const shareOf = (a: readonly string[], b: readonly string[]): number => {
  let sum = 0;
  let most = 0;
  for (const [at, line] of a.entries()) {
    const weight = nearness[at] ?? 0;
    most += weight;
    if (b.includes(line)) sum += weight;
  }
  return most === 0 ? (b.length === 0 ? 1 : 0) : sum / most;
};

const shared = (a: readonly string[], b: readonly string[]): number => (shareOf(a, b) + shareOf(b, a)) / 2;

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Code with at least so many tokens is unlikely to be written twice by chance. */
const distinctive = 8;

const sharesFingerprint = (a: Ready, b: Ready): boolean => a.fingerprints.some((each) => b.fingerprints.includes(each));

const ofPlaces = (a: Ready, b: Ready, around: Surroundings): number =>
  (a.file === b.file ? 10 : fileName(a.file) === fileName(b.file) ? 5 : 0) +
  8 * around.successor +
  8 * around.drift +
  (a.title === b.title ? 10 : 0) +
  (sharesFingerprint(a, b) ? 40 : 0);

const withoutCode = (a: Ready, b: Ready, around: Surroundings): Evidence => {
  const sameFile = a.file === b.file;
  const sameTitle = a.title === b.title;
  return {
    score: ofPlaces(a, b, around) + (sameFile && a.line === b.line ? 10 : 0),
    enough: sharesFingerprint(a, b) || (sameFile && (sameTitle || (a.line === b.line && a.column === b.column))),
  };
};

const withCode = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const same = left.code === right.code;
  const alike = same ? 1 : likeness(left.sketch, right.sketch);
  const before = shared(left.before, right.before);
  const after = shared(left.after, right.after);
  const scopes = shared(left.scopes, right.scopes);
  const sameToken = left.token === right.token;
  const sameOffset = same && left.offset === right.offset;
  const sameFile = a.file === b.file || around.successor === 1;
  const sameTitle = a.title === b.title;
  const context = (before + after) / 2;
  const score =
    (same ? 40 : 25 * alike) +
    15 * before +
    15 * after +
    8 * scopes +
    (left.head === right.head ? 5 : 0) +
    (sameToken ? 8 : -8) +
    (sameOffset ? 8 : 0) +
    ofPlaces(a, b, around);
  const wholeFile = left.head === '' && right.head === '';
  const believedSame = context >= 0.2 || (sameFile && scopes === 1) || (around.alone && (sameFile || left.weight >= distinctive));
  const believedEdited =
    sameFile &&
    (wholeFile ||
      (context >= 0.3 && alike >= 0.3) ||
      (context >= 0.6 && (sameTitle || sameToken) && alike >= 0.15) ||
      (sameTitle && alike >= 0.6));
  return { score, enough: sharesFingerprint(a, b) || (same ? believedSame : believedEdited) };
};

export const evidenceOf = (a: Ready, b: Ready, around: Surroundings): Evidence =>
  a.anchor === null || b.anchor === null ? withoutCode(a, b, around) : withCode(a, b, a.anchor, b.anchor, around);
