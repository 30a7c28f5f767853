/** Recognises findings of an earlier list in a later one, one to one. */
import { candidatesAmong } from './candidates.ts';
import { type Drift, type Pair, driftOf } from './drift.ts';
import { evidenceOf } from './evidence.ts';
import { type Ready, type Recognisable, readyInOrder } from './recognisable.ts';

export type { Recognisable } from './recognisable.ts';

type Weighed = { before: Ready; now: Ready; score: number };

/** By how much the best candidate has to lead the second one to be taken before the rest of the file is known. */
const clearLead = 6;

const joined = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

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

/** Nothing is known of the code, and everything else is the same. */
const inSameWords = ({ kind, file, line, column, title, anchor, fingerprints }: Ready): string | null =>
  anchor === null ? joined(kind, file, line, column, title, ...fingerprints) : null;

/** The same place in a file of which nothing changed. */
const inSameText = ({ kind, file, line, column, title, anchor }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, anchor.text, line, column, title);

/** The same place in a file that has another name now, and no longer its old one. */
const inRenamedText =
  (stillThere: ReadonlySet<string>) =>
  ({ kind, file, line, column, title, anchor }: Ready): string | null =>
    anchor === null || stillThere.has(file) ? null : joined(kind, anchor.text, line, column, title);

/** Nothing around it changed. */
const withSameAnchor = ({ kind, file, title, anchor, written }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, title, written.slice(written.indexOf('.')));

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

/** Pairs of which each is the other's best by far. */
const clear = (weighed: readonly Weighed[]): Pair[] => {
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
  const leading = (finding: Ready, each: Weighed): boolean => {
    const lead = leads.get(finding);
    return lead?.best === each && each.score - lead.second >= clearLead;
  };
  return weighed.flatMap((each): Pair[] =>
    leading(each.before, each) && leading(each.now, each) ? [[each.before, each.now]] : [],
  );
};

/** How far away, in lines, a finding still is a neighbour. */
const nearby = 8;

/**
 * Pairs across files hold only where neighbours came along: among neighbours that are new, it is a copy of code that
 * stayed where it was.
 * Where the whole file went there, nothing stayed.
 */
const withoutCopies = (pairs: readonly Pair[], now: readonly Ready[]): readonly Pair[] => {
  const { successor } = driftOf(pairs);
  const origin = new Map(pairs.map(([a, b]) => [b, a.file]));
  const isCopy = ([a, b]: Pair): boolean => {
    if (a.file === b.file || successor(a.file) === b.file) return false;
    const at = position.get(b) ?? 0;
    const neighbours = [...near(at, -1, b), ...near(at, 1, b)];
    return neighbours.some((each) => !origin.has(each)) && !neighbours.some((each) => origin.get(each) === a.file);
  };
  const position = new Map(now.map((each, at) => [each, at]));
  const near = (at: number, step: 1 | -1, to: Ready): Ready[] => {
    const found: Ready[] = [];
    for (let next = at + step; found.length < 3; next += step) {
      const each = now[next];
      if (each?.file !== to.file || Math.abs(each.line - to.line) > nearby) break;
      if (each.line !== to.line) found.push(each);
    }
    return found;
  };
  return pairs.filter((pair) => !isCopy(pair));
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
