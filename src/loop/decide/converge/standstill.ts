/**
 * Whether a run gets anywhere (7.6). Repeats alone do not show it, since most of what a further round reports is new:
 * findings are also counted against fixes, and what was fixed against the size of the change and its cost.
 */
import type { StopReason } from '../../../model/run/outcome.ts';
import type { Look } from './looks.ts';

export type Standstill = { reason: StopReason; message: string };

/** `looks`: all up to the one whose reports were just taken up; those before it have had their fixes. */
type Rule = (looks: readonly Look[]) => Standstill | null;

/** What a round could fix for its cost is so much of what the best one could, twice in a row: it falls off. */
const fallenOff = 0.25;

const last = (looks: readonly Look[], count: number): readonly Look[] =>
  looks.length < count ? [] : looks.slice(-count);

/** So often the same may be reported in a row: another try may help. */
const mostRepeats = 3;

/** What was gone and is back is a circle, and so is what never goes. */
const findingsReturned: Rule = (looks) => {
  const now = looks.at(-1);
  if (!now || now.reported === '[]') return null;
  const isOther = ({ reported }: Look): boolean => reported !== now.reported;
  const gone = looks.findLastIndex(isOther);
  const repeats = looks.slice(gone + 1);
  const before = looks.slice(0, Math.max(0, gone)).findLast((look) => !isOther(look)) ?? repeats.at(-1 - mostRepeats);
  if (!before) return null;
  return {
    reason: 'findings-returned',
    message:
      `The review of round ${now.round} reports exactly what that of round ${before.round} did: ` +
      'fixing leads in a circle.',
  };
};

const isMinted = (fixes: Look, look: Look): boolean => fixes.fixed > 0 && look.found >= fixes.fixed;

/** Twice in a row, a round brought at least as many findings as the fixes before it had removed. */
const minting: Rule = (looks) => {
  const [first, second, third] = last(looks, 3);
  if (!first || !second || !third) return null;
  if (!isMinted(first, second) || !isMinted(second, third)) return null;
  // What only comes back has not been fixed yet: that is not for this rule.
  if (second.fresh + third.fresh === 0) return null;
  const found = second.found + third.found;
  const added = first.added + second.added;
  const lines = Math.max(1, Math.round(added / found));
  const rate = added === 0 ? '' : `, one for each ${lines === 1 ? 'line that was' : `${lines} lines that were`} added`;
  return {
    reason: 'minting',
    message:
      `Rounds ${second.round} and ${third.round} brought ${found} findings for ` +
      `${first.fixed + second.fixed} that were fixed${rate}: fixes bring findings as fast as they remove them.`,
  };
};

/** Twice in a row, the change was larger than before, and no less was left. */
const growing: Rule = (looks) => {
  const [first, second, third] = last(looks, 3);
  if (!first || !second || !third) return null;
  const [a, b, c] = [first.size, second.size, third.size];
  if (a === null || b === null || c === null || a >= b || b >= c) return null;
  if (second.left < first.left || third.left < second.left) return null;
  return {
    reason: 'growing',
    message:
      `The change has grown from ${a} to ${b} to ${c} lines over the last rounds, and no less is left ` +
      `than before (${third.left}): it only grows.`,
  };
};

const rateOf = ({ fixed, cost }: Look): number | null => (cost === null || cost <= 0 ? null : fixed / cost);

const diminishing: Rule = (looks) => {
  const rates = looks.slice(0, -1).map(rateOf);
  const best = Math.max(0, ...rates.slice(0, -2).flatMap((rate) => rate ?? []));
  const isLow = (rate: number | null): boolean => rate !== null && rate <= best * fallenOff;
  if (best === 0 || !rates.slice(-2).every(isLow)) return null;
  const share = Math.round((100 * (rates.at(-1) ?? 0)) / best);
  return {
    reason: 'diminishing',
    message:
      `For what it costs, the last round fixed ${share} % of what the best one did, ` +
      'and the one before it hardly more: it falls off.',
  };
};

const rules: readonly Rule[] = [findingsReturned, minting, growing, diminishing];

/** The first rule that applies has the word; null while it is worth going on. */
export const standstillOf = (looks: readonly Look[]): Standstill | null => {
  for (const rule of rules) {
    const standstill = rule(looks);
    if (standstill) return standstill;
  }
  return null;
};
