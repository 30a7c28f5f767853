/** How much speaks for two findings being one. */
import type { Anchor } from './anchor.ts';
import type { Ready } from './recognisable.ts';
import { distinctive, enough, weights } from './evidence-weights.ts';
import {
  type Evidence,
  type Surroundings,
  sharesFingerprint,
  aboutFiles,
  compare,
  type Comparison,
} from './likeness.ts';
import { ofPlaces } from './likeness.ts';

const withoutCode = (a: Ready, b: Ready, around: Surroundings): Evidence => {
  const sameFile = a.file === b.file;
  const sameTitle = a.title === b.title;
  const sameSpot = a.line === b.line && a.column === b.column;
  return {
    score: ofPlaces(a, b, around) + (sameFile && a.line === b.line ? weights.line : 0),
    enough: sharesFingerprint(a, b) || (sameFile && (sameTitle || sameSpot)),
  };
};

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
