/** What was found in the states of a patch, and which of it is new: neither moved nor there before. */
import type { Side, SourceChange } from './change.ts';
import type { Place, Unit } from './places.ts';
import type { SyntaxNode } from '../syntax/node.ts';

export type Fact = {
  rule: string;
  /** The function that it lies in; empty outside of all. */
  unit: string;
  /** By which it is known again elsewhere. */
  text: string;
  line: number;
  /** What the sentence about it needs. */
  about: string;
  node: SyntaxNode;
};

/** Longer texts are not compared: nested ones would be read over and over. */
const longest = 4_000;

export const textOf = (node: SyntaxNode): string =>
  node.end - node.start > longest ? `${node.kind} at ${node.start}` : node.text.replaceAll(/\s+/g, ' ').trim();

export const factAt = (rule: string, { node, unit }: Place, about = ''): Fact => ({
  rule,
  unit: unitName(unit),
  text: textOf(node),
  line: node.line,
  about,
  node,
});

export const unitName = (unit: Unit | null): string => unit?.name ?? '';

const take = (counts: Map<string, number>, key: string): boolean => {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
};

const counted = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Facts that are there now and were not: neither with the same words anywhere, nor as often in the same function. */
const freshFacts = (before: readonly Fact[], after: readonly Fact[]): Fact[] => {
  const texts = counted(before.map(({ rule, text }) => `${rule} ${text}`));
  const unmatched = after.filter(({ rule, text }) => !take(texts, `${rule} ${text}`));
  const gone = before.filter(({ rule, text }) => take(texts, `${rule} ${text}`));
  const units = counted(gone.map(({ rule, unit }) => `${rule} ${unit}`));
  return unmatched.filter(({ rule, unit }) => !take(units, `${rule} ${unit}`));
};

export type FreshFact = Fact & { path: string };

/** Over all files, since code moves between them. */
type Find = (place: Place, places: readonly Place[]) => Fact | null;

const factsOn = (side: Side | null, find: Find): Fact[] => {
  const places = side?.places() ?? [];
  return places.map((place) => find(place, places)).filter((fact) => fact !== null);
};

/** Over all files, since code moves between them. */
export const freshIn = (changes: readonly SourceChange[], find: Find): FreshFact[] => {
  const before = changes.flatMap((change) => factsOn(change.before, find));
  const after = changes.flatMap(({ path, after: now }) =>
    factsOn(now, find).map((fact): FreshFact => ({ ...fact, path })),
  );
  const fresh = new Set(freshFacts(before, after));
  return after.filter((fact) => fresh.has(fact));
};
