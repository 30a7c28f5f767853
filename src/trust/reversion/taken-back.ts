/**
 * Whether a patch takes a change back (7.2): what the change put in is gone, and what it took out is there again. What
 * was moved, or made into something else, is not taken back.
 */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Balance } from './balance.ts';
import type { Hunk } from './hunks.ts';
import { likeness, shareWord, without } from './likeness.ts';
import type { Statement } from './statements.ts';
import { isWord, telling } from './tokens.ts';

/** Somewhere else, a statement has to be more like another to be what became of it. */
const leastAlike = { inPlace: 0.1, elsewhere: 0.3 };

type Fresh = { statement: Statement; isInPlace: boolean };

/** The nearest of all that went away is what a new statement was made of. */
const isMadeOf = (fresh: Fresh, put: Statement, taken: readonly Statement[], { removed }: Balance): boolean => {
  const alike = likeness(fresh.statement, put);
  const least = fresh.isInPlace ? leastAlike.inPlace : leastAlike.elsewhere;
  if (alike < least || !shareWord(fresh.statement, put)) return false;
  return [...taken, ...removed].every((other) => likeness(fresh.statement, other) <= alike);
};

/** It has all that went out with the change, and nothing that came in for it. */
const isAsBefore = (fresh: Statement, statement: Statement, put: readonly Statement[]): boolean => {
  if (likeness(fresh, statement) < 0.5) return false;
  const came = put.flatMap(({ tokens }) => telling(tokens));
  const went = without(telling(statement.tokens), came);
  const own = telling(fresh.tokens);
  const only = without(came, telling(statement.tokens));
  return went.length > 0 && without(went, own).length === 0 && !only.some((each) => own.includes(each));
};

type Change = Pick<Hunk, 'put' | 'taken'>;

/** What stands between its neighbours now; null where one of them is gone, so that the place is another. */
const placeOf = ({ before, behind }: Hunk, after: readonly Statement[]): ReadonlySet<string> | null => {
  const from = before === undefined ? -1 : after.findIndex(({ text }) => text === before.text);
  const length = after.slice(from + 1).findIndex(({ text }) => text === behind?.text);
  if ((before !== undefined && from < 0) || (behind !== undefined && length < 0)) return null;
  const inside = behind === undefined ? after.slice(from + 1) : after.slice(from + 1, from + 1 + length);
  return new Set(inside.map(({ text }) => text));
};

/** New statements that can be what became of the change: at its place, or in another file that it went to. */
const successors = (hunk: Hunk, fresh: readonly Statement[], after: readonly Statement[]): Fresh[] => {
  const place = placeOf(hunk, after);
  const own = new Set(after.map(({ text }) => text));
  return fresh
    .filter(({ text }) => place === null || place.has(text) || !own.has(text))
    .map((statement) => ({ statement, isInPlace: place?.has(statement.text) === true }));
};

const isReworked = ({ put, taken }: Change, fresh: readonly Fresh[], balance: Balance): boolean =>
  put.some((each) => fresh.some((other) => isMadeOf(other, each, taken, balance)));

const isRestored = ({ put, taken }: Change, fresh: readonly Statement[], { isBack }: Balance): boolean => {
  const restored = taken.filter((each) => isBack(each) || fresh.some((other) => isAsBefore(other, each, put)));
  return restored.length > 0 && restored.length * 2 >= taken.length;
};

/** It is where it was: what lies around the change was not taken away as a whole. */
const isLeft = (around: Statement | undefined, fresh: readonly Statement[], balance: Balance): boolean =>
  around === undefined ||
  !balance.isGone(around) ||
  fresh.some((statement) => isMadeOf({ statement, isInPlace: false }, around, [], balance));

const declaring = pattern(
  '',
  '^(?:export )?',
  anyOf(
    /import|from|use|using|include|require|const|let|var|val|def|function|func|fn|class|type|interface|struct|enum/,
    /static|private|public|protected|async/,
  ),
  String.raw`\b`,
);

/** A declaration that other new code needs was not brought back for its own sake. */
const isNeeded = (statement: Statement, fresh: readonly Statement[]): boolean => {
  if (!declaring.test(statement.text)) return false;
  const names = new Set(statement.tokens.filter((each) => isWord(each) && each.length > 1 && !declaring.test(each)));
  return fresh.some(({ tokens }) => tokens.some((each) => names.has(each) || names.has(`"${each}"`)));
};

/** Next to what it stood next to. */
const isBackInPlace = ({ taken, before, behind }: Hunk, { after }: Balance): boolean => {
  const [first, last] = [taken[0], taken.at(-1)];
  if (first === undefined || last === undefined) return false;
  return after.some((statements) => {
    const heavy = statements.filter(({ isLight, text }) => !isLight || text === first.text || text === last.text);
    return heavy.some(
      ({ text }, index) =>
        (text === first.text && heavy[index - 1]?.text === before?.text) ||
        (text === last.text && heavy[index + 1]?.text === behind?.text),
    );
  });
};

/** With so many words it is no coincidence that a statement is there again, wherever it stands in the file. */
const fewestWords = 3;

const isBackInFile = ({ taken }: Hunk, after: readonly Statement[]): boolean => {
  const texts = new Set(after.map(({ text }) => text));
  return taken.every(({ text, tokens }) => texts.has(text) && tokens.filter(isWord).length >= fewestWords);
};

type Removal = { hunk: Hunk; fresh: readonly Statement[]; after: readonly Statement[] };

const isRemovalTakenBack = ({ hunk, fresh, after }: Removal, balance: Balance): boolean =>
  hunk.taken.every(balance.isBack) &&
  !hunk.taken.every((each) => isNeeded(each, fresh)) &&
  (isBackInFile(hunk, after) || isBackInPlace(hunk, balance));

/** `after`: what the patch leaves of the file. */
export const isTakenBack = (hunk: Hunk, balance: Balance, after: readonly Statement[]): boolean => {
  const { put, taken, before, behind } = hunk;
  if (!put.every(balance.isGone)) return false;
  const old = new Set(taken.map(({ text }) => text));
  const isComment = [...put, ...taken].every(({ isLight }) => isLight);
  const fresh = balance.added.filter(({ text, isLight }) => !old.has(text) && (isComment || !isLight));
  if (put.length === 0) return isRemovalTakenBack({ hunk, fresh, after }, balance);
  if (isReworked(hunk, successors(hunk, fresh, after), balance)) return false;
  if (taken.length > 0) return isRestored(hunk, fresh, balance);
  return isLeft(before, fresh, balance) && isLeft(behind, fresh, balance);
};
