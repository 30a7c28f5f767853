/** `fuzzy` consolidation: findings about the same lines under similar titles are one (requirement 1.4). */
import type { Reported } from '../merge.ts';
import { inTurn, type Item, itemOf, Names } from './item.ts';
import { Leaders } from './leaders.ts';

const byFile = (findings: readonly Reported[]): Item[][] => {
  const nowhere: Item[] = [];
  const files = new Map<string, Item[]>();
  for (let index = 0; index < findings.length; index += 1) {
    const finding = findings[index];
    if (finding === undefined) continue;
    const item = itemOf(finding, index);
    if (finding.file === undefined) {
      nowhere.push(item);
      continue;
    }
    const inFile = files.get(finding.file);
    if (inFile) inFile.push(item);
    else files.set(finding.file, [item]);
  }
  return [nowhere, ...files.values()];
};

/** Each joins the first leader that it matches, or becomes one: every member of a group matches the leader, not just each other. */
const groupsOf = (items: Item[], names: Names): Item[][] => {
  const leaders = new Leaders(names);
  const groups = new Map<Item, Item[]>();
  items.sort(inTurn);
  for (const [turn, item] of items.entries()) {
    item.turn = turn;
    const leader = leaders.first(item);
    if (leader) {
      groups.get(leader)?.push(item);
      continue;
    }
    groups.set(item, [item]);
    leaders.add(item);
  }
  return [...groups.values()];
};

/**
 * Groups with their leader first, the others in turn. The groups are in the order in which the first of each was reported.
 * `onCompare` is called for each edit distance that is computed.
 */
export const fuzzyGroups = (findings: readonly Reported[], onCompare: () => void = () => {}): Reported[][] => {
  const names = new Names(onCompare);
  const byFirst: (Reported[] | undefined)[] = Array.from({ length: findings.length });
  for (const items of byFile(findings)) {
    for (const group of groupsOf(items, names)) {
      const first = group.reduce((least, { index }) => Math.min(least, index), Infinity);
      byFirst[first] = group.map(({ finding }) => finding);
    }
  }
  return byFirst.filter((group) => group !== undefined);
};
