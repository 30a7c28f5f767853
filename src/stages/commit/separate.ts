/** Takes a change about several findings apart by files, so that each fix can be judged and committed by itself (8.2). */
import type { Finding } from '../../model/finding.ts';

export type Claimed = { finding: Finding; explanation: string };

/** Findings, and the changed files that belong to them and to nobody else. */
export type Piece = { findings: string[]; files: string[] };

/**
 * One piece when the change cannot be taken apart: every finding must have touched something, and every changed file
 * must belong to somebody. Near-linear in findings and files.
 */
export const separate = (claims: readonly Claimed[], files: readonly string[]): Piece[] => {
  const whole = [{ findings: claims.map(({ finding }) => finding.id), files: [...files] }];
  const owners = new Map(files.map((file): [string, number[]] => [file, []]));
  for (const [index, claim] of claims.entries()) {
    const touched = touchedBy(claim, files, owners);
    if (touched.length === 0) return whole;
    for (const file of touched) owners.get(file)?.push(index);
  }
  adopt(owners, claims);
  if ([...owners.values()].some((own) => own.length === 0)) return whole;
  return group(claims, owners);
};

const placesOf = (finding: Finding): string[] => [
  ...(finding.file === undefined ? [] : [finding.file]),
  ...(finding.edits ?? []).map(({ file }) => file),
];

const touchedBy = ({ finding, explanation }: Claimed, files: readonly string[], changed: ReadonlyMap<string, unknown>): string[] => {
  const own = placesOf(finding).filter((file) => changed.has(file));
  const words = new Set(
    explanation
      .slice(0, longestExplanation)
      .split(/[^\w./@+-]+/)
      .map((word) => word.replace(/[.,:;]+$/, '')),
  );
  return [...new Set([...own, ...files.filter((file) => words.has(file) || words.has(nameOf(file)))])];
};

const longestExplanation = 20_000;

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** `a` of `src/a.test.ts`. */
const stemOf = (file: string): string => nameOf(file).split('.')[0] ?? '';

/** A file that nobody names goes to the findings about its namesake, as a test goes with what it tests. */
const adopt = (owners: Map<string, number[]>, claims: readonly Claimed[]): void => {
  const byStem = new Map<string, number[]>();
  for (const [index, { finding }] of claims.entries())
    for (const file of placesOf(finding)) byStem.set(stemOf(file), [...(byStem.get(stemOf(file)) ?? []), index]);
  for (const [file, own] of owners) if (own.length === 0) own.push(...(byStem.get(stemOf(file)) ?? []));
};

/** Findings that share a file belong together, and so do those that share one with them. */
const group = (claims: readonly Claimed[], owners: ReadonlyMap<string, readonly number[]>): Piece[] => {
  const parent = claims.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[index] = root;
    return root;
  };
  for (const [first = 0, ...others] of owners.values())
    for (const other of others) {
      const [a, b] = [rootOf(first), rootOf(other)].toSorted((left, right) => left - right);
      parent[b ?? 0] = a ?? 0;
    }
  const pieces = new Map<number, Piece>();
  for (const [index, { finding }] of claims.entries()) pieceAt(pieces, rootOf(index)).findings.push(finding.id);
  for (const [file, [first = 0]] of owners) pieceAt(pieces, rootOf(first)).files.push(file);
  return [...pieces.values()];
};

const pieceAt = (pieces: Map<number, Piece>, root: number): Piece => {
  const known = pieces.get(root) ?? { findings: [], files: [] };
  pieces.set(root, known);
  return known;
};
