/**
 * Takes a patch back what an earlier fix of the run, or the user, put in (7.2)? By content: compared is what each
 * changed file was like before somebody changed it with what the patch makes of it now.
 */
import type { Contributor, EarlierState } from '../../model/patch.ts';
import type { Remark } from '../../model/remark.ts';
import { cutEnd } from '../../plain/cut.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import { isAskedBack } from './asked-back.ts';
import { type Balance, balanceOf } from './balance.ts';
import { type Hunk, hunksBetween } from './hunks.ts';
import { type Statement, statementsOf } from './statements.ts';
import { isTakenBack } from './taken-back.ts';

type Side = { file: ReadFile; before: readonly Statement[]; after: readonly Statement[] };

const sideOf = (file: ReadFile): Side => ({
  file,
  before: statementsOf(file.was ?? file.path, file.before?.text ?? ''),
  after: statementsOf(file.path, file.after?.text ?? ''),
});

/** A change that is still there, or was until the patch. */
type Past = { by: Contributor; side: Side; hunks: readonly Hunk[] };

/** So many statements are compared in all: the newest states come first. */
const mostCompared = 400_000;

const pastOf = (sides: readonly Side[], earlier: readonly EarlierState[]): Past[] => {
  const byPath = new Map(sides.map((side) => [side.file.path, side]));
  let room = mostCompared;
  return earlier.flatMap(({ path, text, by }) => {
    const side = byPath.get(path);
    if (side === undefined || side.file.isOpaque === true || room <= 0) return [];
    const old = statementsOf(side.file.was ?? path, text ?? '');
    room -= old.length + side.before.length;
    return [{ by, side, hunks: hunksBetween(old, side.before) }];
  });
};

const isHeavy = ({ isLight }: Statement): boolean => !isLight;

/** Imports, comments and brackets follow the rest; they count where a change is nothing else. */
const weighty = (hunk: Hunk, hasMore: boolean): Hunk | null => {
  const [put, taken] = [hunk.put.filter(isHeavy), hunk.taken.filter(isHeavy)];
  if (put.length + taken.length > 0) return { ...hunk, put, taken };
  return hasMore ? null : hunk;
};

const keyOf = ({ put, taken }: Hunk): string =>
  JSON.stringify([put, taken].map((statements) => statements.map(({ text }) => text)));

type Found = { by: Contributor; side: Side; hunk: Hunk };

/** Whoever changed it last from what it is again is who is undone: states come newest first. */
const findTakenBack = (past: readonly Past[], balance: Balance): Found[] => {
  const heavy = new Set(
    past.flatMap(({ by, hunks }) => (hunks.some((hunk) => weighty(hunk, true)) ? [nameOf(by)] : [])),
  );
  const seen = new Set<string>();
  return past.flatMap(({ by, side, hunks }) =>
    hunks.flatMap((each) => {
      const hunk = weighty(each, heavy.has(nameOf(by)));
      const key = `${side.file.path} ${keyOf(hunk ?? each)}`;
      if (hunk === null || seen.has(key) || !isTakenBack(hunk, balance, side.after)) return [];
      seen.add(key);
      return [{ by, side, hunk }];
    }),
  );
};

const nameOf = (by: Contributor): string => (by.who === 'fix' ? by.commit : by.what);

const whose = (by: Contributor): string =>
  by.who === 'fix' ? `what the accepted fix of ${by.codes.join(', ')} put in (${by.commit.slice(0, 12)})` : by.what;

const quote = ([first]: readonly Statement[]): string => `"${cutEnd((first?.source ?? '').trim(), 100)}"`;

const evidenceOf = ({ put, taken }: Hunk): string =>
  [...(put.length > 0 ? [`${quote(put)} is gone`] : []), ...(taken.length > 0 ? [`${quote(taken)} is back`] : [])].join(
    ', ',
  );

const remarkOn = ({ by, side, hunk }: Found, { findings }: ReadPatch): Remark => {
  const { path, was } = side.file;
  const isAsked = isAskedBack(hunk, by, { path, names: [path, was] }, findings);
  return {
    gate: 'reversion',
    rule: 'fix-reverted',
    file: was ?? path,
    line: hunk.from,
    before: true,
    message: `takes back ${whose(by)}: ${evidenceOf(hunk)}${isAsked ? ', as its finding asks' : ''}`,
    accepted:
      'a fix that leaves this in place, moves it, or improves it further; ' +
      'to go back, a finding at that very place has to ask for it',
    ...(isAsked && { noteOnly: true }),
  };
};

const isOwn = ({ by }: Found): boolean => by.who === 'fix' && by.isOwn;

export const inspectReversion = (patch: ReadPatch): Remark[] => {
  const { earlier = [], files } = patch;
  if (earlier.length === 0) return [];
  const sides = files.map(sideOf);
  const balance = balanceOf(
    sides.map(({ before }) => before),
    sides.map(({ after }) => after),
  );
  return findTakenBack(pastOf(sides, earlier), balance)
    .filter((found) => !isOwn(found))
    .map((found) => remarkOn(found, patch));
};
