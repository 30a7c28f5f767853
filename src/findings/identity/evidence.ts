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
const shareOf = (a: readonly number[], b: readonly number[]): number => {
  let sum = 0;
  let most = 0;
  for (let at = 0; at < a.length; at += 1) {
    const weight = nearness[at] ?? 0;
    most += weight;
    if (b.includes(a[at] ?? -1)) sum += weight;
  }
  return most === 0 ? (b.length === 0 ? 1 : 0) : sum / most;
};

const shared = (a: readonly number[], b: readonly number[]): number => (shareOf(a, b) + shareOf(b, a)) / 2;

/** From 0 to 1: the share of folders and of the name that two paths have in common. */
const pathLikeness = (a: Ready, b: Ready): number => {
  if (a.file === b.file) return 1;
  const name = a.path.at(-1) === b.path.at(-1) ? 1 : 0;
  let folders = 0;
  while (folders < Math.min(a.path.length, b.path.length) - 1 && a.path[folders] === b.path[folders]) folders += 1;
  return (name + folders) / Math.max(a.path.length, b.path.length);
};

/** A line with at least so many tokens is unlikely to be written twice by chance. */
const distinctive = 8;

const sharesFingerprint = (a: Ready, b: Ready): boolean => a.fingerprints.some((each) => b.fingerprints.includes(each));

const ofPlaces = (a: Ready, b: Ready, around: Surroundings): number =>
  20 * pathLikeness(a, b) +
  10 * around.successor +
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

/** Of findings about whole files. */
const aboutFiles = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const alike = left.code === right.code ? 1 : likeness(left.sketch, right.sketch);
  return { score: 50 * alike + 2 * ofPlaces(a, b, around), enough: a.file === b.file || alike >= 0.6 };
};

const aboutLines = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const same = left.head === right.head;
  const alike = left.code === right.code ? 1 : likeness(left.sketch, right.sketch);
  const before = shared(left.before, right.before);
  const after = shared(left.after, right.after);
  const scopes = shared(left.scopes, right.scopes);
  const sameToken = left.token === right.token;
  const sameFile = a.file === b.file || around.successor === 1 || around.drift >= 0.5;
  const sameTitle = a.title === b.title;
  const context = (before + after) / 2;
  const inPlace = sameFile && left.before[0] === right.before[0] && left.after[0] === right.after[0];
  const score =
    (same ? 30 : 0) +
    25 * alike +
    15 * before +
    15 * after +
    16 * scopes +
    (inPlace && !same ? 25 * alike : 0) +
    (sameToken ? 8 : -8) +
    (same && left.offset === right.offset ? 8 : 0) +
    ofPlaces(a, b, around);
  const believedSame = sameFile
    ? context >= 0.2 || scopes === 1 || around.alone
    : (context >= 0.45 && Math.min(before, after) >= 0.2) || (around.alone && left.weight >= distinctive);
  const believedEdited = sameFile
    ? (context >= 0.4 && alike >= 0.5) ||
      (context >= 0.7 && sameTitle && sameToken && alike >= 0.35) ||
      (context >= 0.2 && sameTitle && alike >= 0.7)
    : context >= 0.6 && alike >= 0.5;
  return { score, enough: sharesFingerprint(a, b) || (same ? believedSame : believedEdited) };
};

const withCode = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  if ((left.head === '') !== (right.head === '')) return { score: 0, enough: false };
  return left.head === '' ? aboutFiles(a, b, left, right, around) : aboutLines(a, b, left, right, around);
};

export const evidenceOf = (a: Ready, b: Ready, around: Surroundings): Evidence =>
  a.anchor === null || b.anchor === null ? withoutCode(a, b, around) : withCode(a, b, a.anchor, b.anchor, around);
