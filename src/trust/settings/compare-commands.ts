/** Whether commands that check something check less now, or whether what they say counts less. */
import { familiesOf, hooking, patient, resultIgnored, selecting, strictFlags } from './command-words.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import { isCovered } from './judge-value.ts';

export type CommandRemark = { rule: string; says: string; command: string };

/** Longer ones are read up to here. */
const longest = 2_000;

const plain = (command: string): string => command.slice(0, longest).replaceAll(/\s+/g, ' ').trim();

const said = /^@?(?:echo|printf|true|:|#|rem\b|REM\b|Write-Host)(?:\s|$)/;

/** The parts of a command that run something; what is merely printed runs nothing. */
const partsOf = (command: string): string[] =>
  command
    .split(/&&|\|\||[;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !said.test(part));

const checksIn = (command: string): string[] => partsOf(command).flatMap(familiesOf);

type Pair = { now: string; was: string | null };

const wordsIn = (command: string): Set<string> => new Set(command.split(/[\s=]+/));

const likeness = (one: string, other: string): number => {
  const [mine, theirs] = [wordsIn(one), wordsIn(other)];
  return mine.intersection(theirs).size / Math.max(1, mine.union(theirs).size);
};

const variable = /^(?:export |ENV |ARG )?([A-Za-z_]\w*)\s*[:+?]?=/;

const isPair = (now: string, was: string): boolean => {
  const name = variable.exec(now)?.[1];
  if (name !== undefined) return variable.exec(was)?.[1] === name;
  const families = checksIn(was);
  return checksIn(now).some((family) => families.includes(family)) || likeness(now, was) >= 0.5;
};

/** Each new command with the old one that it stands for. */
const pairsOf = (added: readonly string[], removed: readonly string[]): Pair[] => {
  const left = removed.slice(0, 200);
  return added.slice(0, 200).map((now) => {
    const [best] = left
      .filter((was) => isPair(now, was))
      .map((was) => ({ was, likeness: likeness(now, was) }))
      .toSorted((a, b) => b.likeness - a.likeness);
    if (best !== undefined) left.splice(left.indexOf(best.was), 1);
    return { now, was: best?.was ?? null };
  });
};

const isNew = (pattern: RegExp, { now, was }: Pair): string | null => {
  const found = pattern.exec(now)?.[0].trim();
  return found === undefined || was?.includes(found) === true ? null : found;
};

const prefixed = /^@?-\s*(?=[A-Za-z$./])/;

const ignored = (pair: Pair): string | null => {
  if (prefixed.test(pair.now) && !(pair.was !== null && prefixed.test(pair.was)))
    return 'its result is ignored, by a hyphen before it';
  const found = isNew(resultIgnored, pair);
  return found === null ? null : `its result is ignored: ${found}`;
};

const left = (pair: Pair): string | null => {
  const found = isNew(selecting, pair);
  return found === null ? null : `it leaves something out: ${found}`;
};

const isPath = (word: string): boolean =>
  /^[\w.*@{}[\]/,-]+$/.test(word) && /[./*]/.test(word) && !word.startsWith('-');

/** Files and folders that it is about; the program itself is none. */
const pathsIn = (command: string): string[] =>
  partsOf(command)
    .filter((part) => familiesOf(part).length > 0)
    .flatMap((part) => part.split(' ').slice(1).filter(isPath));

const programIn = (command: string): string =>
  partsOf(command)
    .find((part) => familiesOf(part).length > 0)
    ?.split(' ')[0] ?? '';
const isOtherProgram = ({ now, was }: Pair): boolean => was !== null && programIn(now) !== programIn(was);
const isFolder = (path: string): boolean => !/\.\w+$/.test(path) || path.includes('*');

const narrowed = ({ now, was }: Pair): string | null => {
  if (was === null) return null;
  const [old, own] = [pathsIn(was), pathsIn(now)];
  const lost = old.filter((path) => !own.includes(path) && !isCovered(path, own));
  const isNewlyNamed = own.length > 0 && old.length === 0 && !(isOtherProgram({ now, was }) && own.every(isFolder));
  return isNewlyNamed || lost.length > 0 ? `it is run on ${own.join(' ') || 'less'}` : null;
};

const numberIn = (flag: string): number => Number(/\d+(?:\.\d+)?/.exec(flag)?.[0] ?? Number.NaN);
const nameIn = (flag: string): string => flag.replace(/[= ]?\d.*$/, '');

/** Set to a number that is stricter still. */
const isTighter = (flag: string, now: string): boolean => {
  const own = now.match(strictFlags)?.find((each) => nameIn(each) === nameIn(flag));
  if (own === undefined || Number.isNaN(numberIn(flag))) return false;
  return /warnings/.test(flag) ? numberIn(own) <= numberIn(flag) : numberIn(own) >= numberIn(flag);
};

const loosened = ({ now, was }: Pair): string | null => {
  const lost = (was?.match(strictFlags) ?? []).find((flag) => !now.includes(flag) && !isTighter(flag, now));
  return lost === undefined ? null : `${lost} is gone`;
};

const floorWords = /cover|threshold|\bmin|pct|percent|fail.?under|score/i;
const ceilingWords = /max|warn|timeout|retr|limit|allowed|complexity/i;
const number = /\d+(?:\.\d+)?/g;

/** Nothing but a number is different, and it is one that says how much is demanded. */
const numbered = ({ now, was }: Pair): string | null => {
  if (was === null || was.replaceAll(number, 'N') !== now.replaceAll(number, 'N')) return null;
  const [old, own] = [was.match(number) ?? [], now.match(number) ?? []];
  const at = own.findIndex((each, index) => each !== old[index]);
  const isLower = Number(own[at]) < Number(old[at]);
  const isWeaker = isLower ? floorWords.test(now) : !floorWords.test(now) && ceilingWords.test(now);
  return isWeaker ? `${old[at]} became ${own[at]}` : null;
};

const hooked = (pair: Pair): string | null => {
  const found = isNew(hooking, pair);
  return found === null ? null : `it is run with ${found}`;
};

const tried = (pair: Pair): string | null => {
  const found = isNew(patient, pair);
  return found === null ? null : `it is tried longer, or again: ${found}`;
};

const judges: readonly (readonly [rule: string, judge: (pair: Pair) => string | null])[] = [
  ['result-ignored', ignored],
  ['left-out', left],
  ['limit-raised', tried],
  ['taken-out', narrowed],
  ['check-weakened', loosened],
  ['threshold-lowered', numbered],
];

const harmless = pattern(
  '',
  '^',
  anyOf(
    /-v+|-q|--verbose|--colou?r\S*|--runInBand|-j\d*|--parallel|--reporters?=\S+|--cache\S*|--silent|--if-present/,
    /run|--|&&|-s/,
  ),
  '$',
);

/** It checks something else, in a way that nobody knows. */
const changed = ({ now, was }: Pair): string | null => {
  if (was === null) return null;
  const [mine, theirs] = [wordsIn(now), wordsIn(was)];
  const different = [...mine.symmetricDifference(theirs)].filter((word) => !harmless.test(word));
  const isMore = theirs.isSubsetOf(mine) && different.every((word) => word.match(strictFlags) !== null || isPath(word));
  return different.length === 0 || isMore || checksIn(now).length > checksIn(was).length
    ? null
    : 'it is another command';
};

/** A variable with options of a check, or with what is demanded. */
const isOptions = (command: string): boolean =>
  /flags|args|opts|options|test|lint|check|cover|threshold|min|max/i.test(variable.exec(command)?.[1] ?? '');

const firstJudgement = (pair: Pair): CommandRemark | null => {
  for (const [rule, judge] of judges) {
    const says = judge(pair);
    if (says !== null) return { rule, says, command: pair.now };
  }
  return null;
};

/** Options of a compiler that make it say more, or fail by what it says. */
const warned = /\s-W(?:error|all|extra|everything)\b|\s-pedantic|-warnaserror|[\s/]WX\b/;

const isCheck = ({ now, was }: Pair): boolean =>
  warned.test((was ?? '').replaceAll(/[(=,]/g, ' ')) ||
  checksIn(now).length > 0 ||
  checksIn(was ?? '').length > 0 ||
  isOptions(now);

const judgePair = (pair: Pair, isAboutChecks: boolean, testsChange: boolean): CommandRemark[] => {
  const hook = hooked(pair);
  if (hook !== null) return [{ rule: 'runner-hooked', says: hook, command: pair.now }];
  if (!isCheck(pair) && !isAboutChecks) return [];
  const first = firstJudgement(pair);
  if (first !== null) return [first];
  const wasCheck = checksIn(pair.was ?? '').some((family) => family !== 'build');
  const other = wasCheck ? changed(pair) : null;
  if (other === null || (testsChange && isOtherProgram(pair))) return [];
  return [{ rule: 'check-changed', says: other, command: pair.now }];
};

const count = (all: readonly string[], one: string): number => all.filter((each) => each === one).length;

const lostChecks = (before: readonly string[], after: readonly string[], gone: readonly string[]): CommandRemark[] => {
  const now = after.flatMap(checksIn);
  const was = before.flatMap(checksIn);
  const fewer = [...new Set(was)].filter((family) => count(now, family) < count(was, family));
  return fewer.flatMap((family) => {
    const command = gone.find((each) => checksIn(each).includes(family)) ?? '';
    return [{ rule: 'check-removed', says: `it is not run any more (${family})`, command }];
  });
};

/** Lines that made a shell stop at the first failure. */
const strictLost = (removed: readonly string[], pairs: readonly Pair[]): CommandRemark[] =>
  removed
    .filter((command) => /^set -\w*e|pipefail/.test(command) && !pairs.some(({ was }) => was === command))
    .map((command) => ({ rule: 'result-ignored', says: 'it is gone', command }));

/** A way out with success that was not there before: what comes after it is not run. */
const leftEarly = (added: readonly string[], old: readonly string[]): CommandRemark[] =>
  added
    .filter((command) => /^exit(?:\s+0)?\s*;?$/.test(command) && !old.some((each) => /^(?:if|case)\b/.test(each)))
    .map((command) => ({ rule: 'result-ignored', says: 'it ends before its checks, with success', command }));

export const compareCommands = (
  before: readonly string[],
  after: readonly string[],
  { isAll, testsChange }: { isAll: boolean; testsChange: boolean },
): CommandRemark[] => {
  const [old, now] = [before.map(plain), after.map(plain)];
  const removed = old.filter((command) => !now.includes(command));
  const added = now.filter((command) => !old.includes(command));
  const isAboutChecks = isAll || old.some((command) => checksIn(command).length > 0);
  const pairs = pairsOf(added, removed);
  return [
    ...pairs.flatMap((pair) => judgePair(pair, isAboutChecks, testsChange)),
    ...lostChecks(old, now, removed),
    ...(isAboutChecks && !added.some((command) => /^(?:if|case)\b/.test(command)) ? leftEarly(added, old) : []),
    ...(isAboutChecks ? strictLost(removed, pairs) : []),
  ];
};
