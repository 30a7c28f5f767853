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
const leadersOf = (items: Item[], names: Names): Item[] => {
  const leaders = new Leaders(names);
  if (items.length > 1) items.sort(inTurn);
  return items.filter((item, turn) => {
    item.turn = turn;
    const leader = leaders.first(item);
    if (leader) (leader.members ??= [leader]).push(item);
    else leaders.add(item);
    return !leader;
  });
};

/**
 * Groups with their leader first, the others in turn. The groups are in the order in which the first of each was reported.
 * `onCompare` is called for each edit distance that is computed.
 */
export const fuzzyGroups = (findings: readonly Reported[], onCompare: () => void = () => {}): Reported[][] => {
  const names = new Names(onCompare);
  const byFirst = findings.map((): Reported[] | null => null);
  for (const items of byFile(findings)) {
    for (const { index, finding, members } of leadersOf(items, names)) {
      const first = members ? members.reduce((least, each) => Math.min(least, each.index), index) : index;
      byFirst[first] = members ? members.map((each) => each.finding) : [finding];
    }
  }
  return byFirst.filter((group) => group !== null);
};
