/** Findings that are paired by and by, each with the best that is left. */
import { candidatesAmong } from './candidates.ts';
import { type Drift, type Pair, driftOf } from './drift.ts';
import { evidenceOf } from './evidence.ts';
import type { Ready } from './recognisable.ts';
import { joined } from './same.ts';

export type Weighed = { before: Ready; now: Ready; score: number };

/** By how much the best candidate has to lead the second one to be taken before the rest of the file is known. */
export const clearLead = 6;

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

export class Matching {
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
