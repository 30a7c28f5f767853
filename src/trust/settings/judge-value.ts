/** Whether a check got weaker by what is different at one key. */
import picomatch from 'picomatch';
import type { Difference } from './compare-leaves.ts';
import {
  ceilings,
  floors,
  leavingOut,
  neutral,
  patience,
  plainKey,
  runnerKeys,
  takingIn,
  vices,
  virtues,
} from './meaning.ts';

/** `weaker` says how, as a sentence; `unknown` where nothing can be said. */
export type Verdict = { weaker: string; rule: string } | 'fine' | 'unknown';

const ranks: ReadonlyMap<string, number> = new Map(
  [
    ['off', 'none', 'ignore', 'allow', 'disabled', 'disable', 'no', 'never', '0', 'false', 'silent', 'default'],
    ['info', 'information', 'informational', 'hint', 'suggestion', 'refactor', 'minor', 'note'],
    ['warn', 'warning', '1', 'on', 'enable', 'enabled'],
    ['error', '2', 'deny', 'true', 'major', 'critical', 'always', 'high'],
    ['forbid', 'fatal', 'blocker'],
  ].flatMap((words, rank) => words.map((word): [string, number] => [word, rank])),
);

const rankOf = (values: readonly string[]): number | null => {
  const found = values.map((value) => ranks.get(value.toLowerCase())).filter((rank) => rank !== undefined);
  return found.length === 0 ? null : Math.max(...found);
};

const seconds = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600 };
const sizes = { b: 1, kb: 1e3, kib: 1_024, mb: 1e6, mib: 1_048_576, gb: 1e9, gib: 1_073_741_824 };
const units: Readonly<Record<string, number>> = { ...seconds, ...sizes, '%': 1, '': 1 };
const numeric = /^(?:p\/)?(-?\d[\d_]{0,15}(?:\.\d{1,10})?)\s*(ms|s|sec|m|min|h|%|b|[kmg]i?b)?$/i;

const numberOf = (values: readonly string[]): number | null => {
  const match = values.length === 1 ? numeric.exec(values[0] ?? '') : null;
  return match === null
    ? null
    : Number((match[1] ?? '').replaceAll('_', '')) * (units[match[2]?.toLowerCase() ?? ''] ?? 1);
};

const truthOf = (values: readonly string[]): boolean | null => {
  const word = values.length === 1 ? values[0]?.toLowerCase() : undefined;
  if (word === 'true' || word === 'yes' || word === 'on' || word === 'enable') return true;
  return word === 'false' || word === 'no' || word === 'off' || word === 'disable' ? false : null;
};

const shown = (values: readonly string[]): string => values.join(', ').slice(0, 80) || 'nothing';

const weaker = (rule: string, { path, removed, added }: Difference): Verdict => {
  const key = path.filter((part) => part !== '[]').join('.');
  return { rule, weaker: `${key.slice(0, 100)} is ${shown(added)} now, it was ${shown(removed)}` };
};

type Keys = { all: readonly string[]; last: string; isList: boolean };

const keysOf = ({ path }: Difference): Keys => {
  const all = path.filter((part) => part !== '[]').map(plainKey);
  return { all, last: all.at(-1) ?? '', isList: path.at(-1) === '[]' };
};

const ruleSections = /^(?:rules|lints|clippy|rust|rustdoc|categories|diagnostics?|overrides|severity|pmd|checkstyle)$/;

const isRule = ({ all, last }: Keys): boolean =>
  /severity$|^report[a-z]/.test(last) ||
  all.slice(0, -1).some((key) => ruleSections.test(key)) ||
  all.some((key) => key.startsWith('module '));

/** Rules of linters and reports of type checkers, by how loud they are. */
const bySeverity = (difference: Difference, keys: Keys): Verdict | null => {
  if (!isRule(keys)) return null;
  const [before, after] = [rankOf(difference.removed), rankOf(difference.added)];
  if (before === null && after === null) return null;
  if (after === null) return (before ?? 0) > 0 && !difference.hasOthers ? weaker('rule-weakened', difference) : null;
  if (before === null) return after === 0 ? weaker('rule-weakened', difference) : 'fine';
  return after < before ? weaker('rule-weakened', difference) : 'fine';
};

const isAllowedDrop = ({ all, last }: Keys): boolean => last === 'threshold' && all.includes('status');

const byNumber = (difference: Difference, keys: Keys): Verdict | null => {
  const [before, after] = [numberOf(difference.removed), numberOf(difference.added)];
  if (before === null && after === null) return null;
  const isFloor = floors.test(keys.last) && !isAllowedDrop(keys);
  const isCeiling = !isFloor && (ceilings.test(keys.last) || isAllowedDrop(keys) || isRule(keys));
  if (!isFloor && !isCeiling) return null;
  const rule = patience.test(keys.last) ? 'limit-raised' : 'threshold-lowered';
  if (before !== null && after !== null)
    return (isFloor ? after < before : after > before) ? weaker(rule, difference) : 'fine';
  if (before === null) return patience.test(keys.last) && (after ?? 0) > 0 ? weaker(rule, difference) : 'fine';
  return rule === 'limit-raised' || difference.added.length > 0 ? null : weaker(rule, difference);
};

const byTruth = (difference: Difference, keys: Keys): Verdict | null => {
  const [before, after] = [truthOf(difference.removed), truthOf(difference.added)];
  if (before === null && after === null) return null;
  const isVice = vices.test(keys.last);
  if (!isVice && !virtues.test(keys.last)) return null;
  const isWeaker = after === null ? before === !isVice : after === isVice;
  return isWeaker ? weaker('check-weakened', difference) : 'fine';
};

const sampleOf = (glob: string): string =>
  glob
    .replaceAll(/\{([^,}]*)[^}]*\}/g, '$1')
    .replaceAll('**/', 'a/b/')
    .replaceAll('**', 'a')
    .replaceAll('*', 'x')
    .replaceAll(/^\.?\//g, '');

/** Whatever the one glob takes in, the other does too. */
export const isCovered = (glob: string, by: readonly string[]): boolean =>
  by.some((other) => {
    if (other.length > 200 || glob.length > 200) return false;
    const clean = other.replace(/^\.\//, '').replace(/\/?(?:\.\.\.)?$/, '');
    if (clean === '.' || clean === '' || glob.replace(/^\.\//, '').startsWith(`${clean}/`)) return true;
    return clean.includes('*') && picomatch.isMatch(sampleOf(glob), clean);
  });

const severe = /^(?:error|raise)\b/i;

const actionOf = (value: string): string => value.replace(/@.*$/, '');

/** Another version of the same action of a pipeline. */
const isOtherVersion = ({ removed, added }: Difference, { last }: Keys): boolean =>
  last === 'uses' && removed.every((value) => added.some((other) => actionOf(other) === actionOf(value)));

const byList = (difference: Difference, keys: Keys): Verdict | null => {
  if (isOtherVersion(difference, keys)) return 'unknown';
  const near = keys.all.slice(-2);
  const { removed, added } = difference;
  if (near.some((key) => leavingOut.test(key))) {
    const more = added.filter((value) => value !== '' && !severe.test(value) && !isCovered(value, removed));
    return more.length > 0 ? weaker('left-out', { ...difference, added: more }) : 'fine';
  }
  if (!near.some((key) => takingIn.test(key))) return null;
  const lost = removed.filter((value) => value !== '' && !isCovered(value, added));
  if (lost.length > 0) return weaker('taken-out', { ...difference, removed: lost });
  return keys.isList || difference.hasOthers || removed.length > 0 ? 'fine' : narrowing(difference, keys);
};

/** Where nothing was named, all was checked. */
const narrowing = (difference: Difference, { last }: Keys): Verdict | null =>
  /^(?:testmatch|testregex|testpaths|include|files|spec|roots|testdir|python(?:files|functions|classes))$/.test(last)
    ? weaker('taken-out', difference)
    : null;

const byRunner = (difference: Difference, { all }: Keys): Verdict | null =>
  difference.added.length > 0 && all.slice(-2).some((key) => runnerKeys.test(key))
    ? weaker('runner-hooked', difference)
    : null;

const judges = [bySeverity, byNumber, byTruth, byRunner, byList];

export const judgeValue = (difference: Difference): Verdict => {
  const keys = keysOf(difference);
  for (const judge of judges) {
    const verdict = judge(difference, keys);
    if (verdict !== null) return verdict;
  }
  return neutral.test(keys.last) || keys.last === '' ? 'fine' : 'unknown';
};
