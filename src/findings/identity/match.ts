/** Recognises findings of an earlier list in a later one, one to one. */
import { candidatesAmong } from './candidates.ts';
import { withoutCopies } from './copies.ts';
import { type Drift, type Pair, driftOf } from './drift.ts';
import { evidenceOf } from './evidence.ts';
import { type Ready, type Recognisable, readyInOrder } from './recognisable.ts';
import { inRenamedText, inSameText, inSameWords, joined, withSameAnchor } from './same.ts';

export type { Recognisable } from './recognisable.ts';

type Weighed = { before: Ready; now: Ready; score: number };

/** By how much the best candidate has to lead the second one to be taken before the rest of the file is known. */
const clearLead = 6;

const grouped = (findings: readonly Ready[], keyOf: (finding: Ready) => string | null): Map<string, Ready[]> => {
  const groups = new Map<string, Ready[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return groups;
};

/**
 * Pairs whose key is on both sides, in their order; where there is code to tell them apart, only if it is on both
 * equally often.
 */
const pairedBy = (
  before: readonly Ready[],
  now: readonly Ready[],
  keyOf: (finding: Ready) => string | null,
): Pair[] => {
  const later = grouped(now, keyOf);
  return [...grouped(before, keyOf)].flatMap(([key, group]) => {
    const others = later.get(key) ?? [];
    if (others.length !== group.length && group[0]?.anchor) return [];
    return group.flatMap((finding, at): Pair[] => (others[at] ? [[finding, others[at]]] : []));
  });
};

const codeOf = ({ kind, anchor }: Ready): string => joined(kind, anchor?.head ?? '');

const counted = (findings: readonly Ready[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = codeOf(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

const agreement = (lines: readonly number[], line: number): number =>
  lines.length === 0 ? 0 : 1 / (1 + Math.min(...lines.map((expected) => Math.abs(expected - line))) / 4);

class Matching {
  readonly #pairs: Pair[] = [];
  #before: readonly Ready[];
  #now: readonly Ready[];
  readonly #codesBefore: ReadonlyMap<string, number>;
  readonly #codesNow: ReadonlyMap<string, number>;

  constructor(before: readonly Ready[], now: readonly Ready[]) {
    this.#before = before;
    this.#now = now;
    this.#codesBefore = counted(before);
    this.#codesNow = counted(now);
  }

  get pairs(): readonly Pair[] {
    return this.#pairs;
  }

  take(pairs: readonly Pair[]): void {
    const before = new Set<Ready>();
    const now = new Set<Ready>();
    for (const [a, b] of pairs) {
      if (before.has(a) || now.has(b)) continue;
      before.add(a);
      now.add(b);
      this.#pairs.push([a, b]);
    }
    this.#before = this.#before.filter((each) => !before.has(each));
    this.#now = this.#now.filter((each) => !now.has(each));
  }

  takeEqual(keyOf: (finding: Ready) => string | null): void {
    this.take(pairedBy(this.#before, this.#now, keyOf));
  }

  weigh(): Weighed[] {
    const drift = driftOf(this.#pairs);
    const candidates = candidatesAmong(this.#now);
    return this.#before.flatMap((before) => {
      const file = drift.successor(before.file);
      const [line = before.line] = drift.expected(before, file);
      return [...candidates(before, { file, line, column: before.column })].flatMap((now): Weighed[] => {
        const { score, enough } = this.#evidence(before, now, drift);
        return enough ? [{ before, now, score }] : [];
      });
    });
  }

  #evidence(before: Ready, now: Ready, drift: Drift): ReturnType<typeof evidenceOf> {
    const code = codeOf(before);
    return evidenceOf(before, now, {
      successor: drift.successor(before.file) === now.file ? 1 : 0,
      drift: agreement(drift.expected(before, now.file), now.line),
      alone: this.#codesBefore.get(code) === 1 && this.#codesNow.get(code) === 1,
    });
  }
}

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
