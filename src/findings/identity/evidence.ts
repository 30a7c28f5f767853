/** How much speaks for two findings being one. */
import type { Anchor } from './anchor.ts';
import type { Ready } from './recognisable.ts';
import { distinctive, enough, nearness, weights } from './evidence-weights.ts';
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
const pathLikeness = (a: Ready, b: Ready): number => {
  if (a.file === b.file) return 1;
  const name = a.path.at(-1) === b.path.at(-1) ? 1 : 0;
  let folders = 0;
  while (folders < Math.min(a.path.length, b.path.length) - 1 && a.path[folders] === b.path[folders]) folders += 1;
  return (name + folders) / Math.max(a.path.length, b.path.length);
};

const sharesFingerprint = (a: Ready, b: Ready): boolean => a.fingerprints.some((each) => b.fingerprints.includes(each));

const ofPlaces = (a: Ready, b: Ready, around: Surroundings): number =>
  weights.path * pathLikeness(a, b) +
  weights.successor * around.successor +
  weights.drift * around.drift +
  (a.title === b.title ? weights.title : 0) +
  (sharesFingerprint(a, b) ? weights.fingerprint : 0);

const withoutCode = (a: Ready, b: Ready, around: Surroundings): Evidence => {
  const sameFile = a.file === b.file;
  const sameTitle = a.title === b.title;
  const sameSpot = a.line === b.line && a.column === b.column;
  return {
    score: ofPlaces(a, b, around) + (sameFile && a.line === b.line ? weights.line : 0),
    enough: sharesFingerprint(a, b) || (sameFile && (sameTitle || sameSpot)),
  };
};

const codeLikeness = (left: Anchor, right: Anchor): number =>
  left.code === right.code ? 1 : likeness(left.sketch, right.sketch);

/** Of findings about whole files. */
const aboutFiles = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const alike = codeLikeness(left, right);
  return {
    score: weights.fileCode * alike + weights.filePlaces * ofPlaces(a, b, around),
    enough: a.file === b.file || alike >= enough.file.code,
  };
};

/** What two anchors in lines have in common, each from 0 to 1 or yes or no. */
const compare = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings) => {
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
type Comparison = ReturnType<typeof compare>;

const scoreOf = (found: Comparison, left: Anchor, right: Anchor): number => {
  const isEditedInPlace = found.sameFile && found.sameNeighbours && !found.sameLine;
  const isSameOccurrence = found.sameLine && left.offset === right.offset;
  return (
    (found.sameLine ? weights.sameLine : 0) +
    weights.code * found.code +
    weights.context * found.before +
    weights.context * found.after +
    weights.scopes * found.scopes +
    (isEditedInPlace ? weights.editedInPlace * found.code : 0) +
    (found.sameToken ? weights.token : -weights.token) +
    (isSameOccurrence ? weights.occurrence : 0)
  );
};

/** The line is as it was: was it moved, or is it another one that reads the same? */
const isSameLine = (found: Comparison, { weight }: Anchor, { alone }: Surroundings): boolean => {
  const { context, scopes, before, after } = found;
  if (found.sameFile) return context >= enough.here.context || scopes === 1 || alone;
  const isSurrounded = context >= enough.elsewhere.context && Math.min(before, after) >= enough.elsewhere.eachSide;
  return isSurrounded || (alone && weight >= distinctive);
};

/** The line was edited: is what is left of it, and around it, still enough? */
const isEditedLine = ({ sameFile, context, code, sameTitle, sameToken }: Comparison): boolean => {
  const holds = (least: { context: number; code: number }): boolean => context >= least.context && code >= least.code;
  if (!sameFile) return holds(enough.edited.elsewhere);
  return (
    holds(enough.edited.here) ||
    (sameTitle && sameToken && holds(enough.edited.byToken)) ||
    (sameTitle && holds(enough.edited.byTitle))
  );
};

const aboutLines = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  const found = compare(a, b, left, right, around);
  const isBelieved = found.sameLine ? isSameLine(found, left, around) : isEditedLine(found);
  return {
    score: scoreOf(found, left, right) + ofPlaces(a, b, around),
    enough: sharesFingerprint(a, b) || isBelieved,
  };
};

const withCode = (a: Ready, b: Ready, left: Anchor, right: Anchor, around: Surroundings): Evidence => {
  if ((left.head === '') !== (right.head === '')) return { score: 0, enough: false };
  return left.head === '' ? aboutFiles(a, b, left, right, around) : aboutLines(a, b, left, right, around);
};

export const evidenceOf = (a: Ready, b: Ready, around: Surroundings): Evidence =>
  a.anchor === null || b.anchor === null ? withoutCode(a, b, around) : withCode(a, b, a.anchor, b.anchor, around);
