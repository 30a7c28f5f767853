/** `fuzzy` consolidation: what is about the same lines under similar titles or twin rules is one (requirement 1.4). */
import type { Reported } from './merge.ts';
import { inTurn, type Item, itemOf, Names } from './item.ts';
import { Leaders } from './leaders.ts';
import { Twins } from './twin-rules.ts';

const none = -1;

/**
 * Findings by file, as chains: the first of each file, and after each finding the next one of its file. With a million
 * findings, lists and
 * objects that live long cost more than all the comparing.
 */
const chainsOf = (findings: readonly Reported[]): { first: readonly number[]; next: Int32Array } => {
  const first: number[] = [];
  const last: number[] = [];
  const next = new Int32Array(findings.length).fill(none);
  const chains = new Map<string | undefined, number>();
  for (let index = 0; index < findings.length; index += 1) {
    const file = findings[index]?.file;
    const chain = chains.get(file);
    if (chain === undefined) {
      chains.set(file, first.length);
      first.push(index);
      last.push(index);
    } else {
      next[last[chain] ?? 0] = index;
      last[chain] = index;
    }
  }
  return { first, next };
};

/**
 * Each joins the first leader that it matches, or becomes one: every member of a group matches the leader, not just
 * each other.
 */
const leadersOf = (items: Item[], names: Names): Item[] => {
  const leaders = new Leaders(names);
  const twins = new Twins();
  items.sort(inTurn);
  return items.filter((item, turn) => {
    item.turn = turn;
    const leader = leaders.first(item) ?? twins.leaderOf(item);
    if (leader) (leader.members ??= [leader]).push(item);
    else leaders.add(item);
    twins.add(item, leader ?? item);
    return !leader;
  });
};

/** A finding that stays alone, or a group with its leader first and the others in turn. */
export type Group = Reported | Reported[];

/**
 * `onCompare` is called for each edit distance that is computed. The groups are in the order in which the first of each
 * was reported.
 */
export const fuzzyGroups = (findings: readonly Reported[], onCompare: () => void = () => {}): Group[] => {
  const names = new Names(onCompare);
  // Where a group stands, whatever joined another one is taken out.
  const groups: (Group | null)[] = [...findings];
  const { first, next } = chainsOf(findings);
  for (const head of first) {
    if (next[head] === none) continue;
    const items: Item[] = [];
    for (let index = head; index !== none; index = next[index] ?? none) {
      const finding = findings[index];
      if (finding !== undefined) items.push(itemOf(finding, index));
    }
    for (const { members } of leadersOf(items, names)) {
      if (!members) continue;
      for (const { index } of members) groups[index] = null;
      groups[members.reduce((least, { index }) => Math.min(least, index), findings.length)] = members.map(
        ({ finding }) => finding,
      );
    }
  }
  return groups.filter((group) => group !== null);
};
