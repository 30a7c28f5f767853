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

/** Pairs whose key is on both sides, and equally often: then they correspond in their order. */
const pairedBy = (before: readonly Ready[], now: readonly Ready[], keyOf: (finding: Ready) => string | null): Pair[] => {
  const later = grouped(now, keyOf);
  return [...grouped(before, keyOf)].flatMap(([key, group]) => {
    const others = later.get(key) ?? [];
    if (others.length !== group.length) return [];
    return group.flatMap((finding, at): Pair[] => (others[at] ? [[finding, others[at]]] : []));
  });
};

/** The same place in a file of which nothing changed. */
const inSameText = ({ kind, file, line, column, title, anchor }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, anchor.text, line, column, title);

/** Nothing around it changed. */
const withSameAnchor = ({ kind, file, title, anchor, written }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, title, written.slice(written.indexOf('.')));

const counted = (findings: readonly Ready[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind, anchor } of findings) {
    const key = joined(kind, anchor?.code ?? '');
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
      const [expected = before.line] = drift.expected(before, before.file);
      return [...candidates(before, expected)].flatMap((now): Weighed[] => {
        const { score, enough } = this.#evidence(before, now, drift);
        return enough ? [{ before, now, score }] : [];
      });
    });
  }

  #evidence(before: Ready, now: Ready, drift: Drift): ReturnType<typeof evidenceOf> {
    const code = joined(before.kind, before.anchor?.code ?? '');
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
  return weighed.flatMap((each): Pair[] => (leading(each.before, each) && leading(each.now, each) ? [[each.before, each.now]] : []));
};

/** Index in `before` to index in `now`. Depends on what the findings are, not on the order of the lists. */
export const matchFindings = (before: readonly Recognisable[], now: readonly Recognisable[]): Map<number, number> => {
  const matching = new Matching(readyInOrder(before), readyInOrder(now));
  matching.takeEqual(inSameText);
  matching.takeEqual(withSameAnchor);
  matching.take(clear(matching.weigh()));
  matching.take(bestFirst(matching.weigh()).map(({ before, now }): Pair => [before, now]));
  return new Map(matching.pairs.map(([a, b]) => [a.index, b.index]));
};
