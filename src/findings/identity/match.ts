/** Recognises findings of an earlier list in a later one, one to one. */
import { withoutCopies } from './copies.ts';
import type { Pair } from './drift.ts';
import { type Ready, type Recognisable, readyInOrder } from './recognisable.ts';
import { inRenamedText, inSameText, inSameWords, joined, withSameAnchor } from './same.ts';
import { type Weighed, clearLead, Matching } from './matching.ts';

export type { Recognisable } from './recognisable.ts';

/** Best first; of equally good ones those that are nearer to each other in order. */
const bestFirst = (weighed: readonly Weighed[]): Weighed[] => weighed.toSorted((a, b) => b.score - a.score);

/** The best candidate of each finding, and the score of its second best. */
const leadsOf = (weighed: readonly Weighed[]): Map<Ready, { best: Weighed; second: number }> => {
  const leads = new Map<Ready, { best: Weighed; second: number }>();
  const note = (finding: Ready, each: Weighed): void => {
    const lead = leads.get(finding);
    if (!lead) leads.set(finding, { best: each, second: -Infinity });
    else if (lead.second === -Infinity) lead.second = each.score;
  };
  for (const each of bestFirst(weighed)) {
    note(each.before, each);
    note(each.now, each);
  }
  return leads;
};

/** Pairs of which each is the other's best by far. */
const clear = (weighed: readonly Weighed[]): Pair[] => {
  const leads = leadsOf(weighed);
  const leading = (finding: Ready, each: Weighed): boolean => {
    const lead = leads.get(finding);
    return lead?.best === each && each.score - lead.second >= clearLead;
  };
  return weighed.flatMap((each): Pair[] =>
    leading(each.before, each) && leading(each.now, each) ? [[each.before, each.now]] : [],
  );
};

const byColumn = (list: readonly Ready[]): Ready[] => list.toSorted((a, b) => a.column - b.column);

/** Findings of one kind that went from one line to one other, which was edited, keep the order of their columns. */
const uncrossed = (pairs: readonly Pair[]): Pair[] =>
  [...Map.groupBy(pairs, ([a, b]) => joined(a.kind, a.file, a.line, b.file, b.line)).values()].flatMap((group) => {
    if (group.length < 2 || group.every(([a, b]) => a.anchor?.code === b.anchor?.code)) return group;
    const now = byColumn(group.map(([, b]) => b));
    return byColumn(group.map(([a]) => a)).flatMap((a, at): Pair[] => (now[at] ? [[a, now[at]]] : []));
  });

/** Index in `before` to index in `now`. Depends on what the findings are, not on the order of the lists. */
export const matchFindings = (before: readonly Recognisable[], now: readonly Recognisable[]): Map<number, number> => {
  if (before.length === 0 || now.length === 0) return new Map();
  const earlier = readyInOrder(before);
  const later = readyInOrder(now);
  const filesOnBothSides = new Set(earlier.map(({ file }) => file)).intersection(
    new Set(later.map(({ file }) => file)),
  );
  const matching = new Matching(earlier, later);
  matching.takeEqual(inSameWords);
  matching.takeEqual(inSameText);
  matching.takeEqual(withSameAnchor);
  matching.takeEqual(inRenamedText(filesOnBothSides));
  matching.take(clear(matching.weigh()));
  matching.take(bestFirst(matching.weigh()).map(({ before, now }): Pair => [before, now]));
  return new Map(uncrossed(withoutCopies(matching.pairs, later)).map(([a, b]) => [a.index, b.index]));
};
