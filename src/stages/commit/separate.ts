/**
 * Takes a change about several findings apart by files, so that each fix can be judged and committed by itself (8.2).
 */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { namedAmong } from '../../plain/named-files.ts';

/** `fixed`: whether the fixer says so, and stands for the change. */
export type Claimed = { finding: Finding; explanation: string; fixed: boolean };

/** Findings that are said to be fixed, and the changed files that belong to them and to nobody else. */
export type Piece = { findings: string[]; files: string[] };

/**
 * One piece when the change cannot be taken apart: every changed file must belong to somebody. What belongs only to
 * findings
 * that were not fixed is in no piece, since nobody stands for it; nor is a finding of whose file nothing was changed,
 * when
 * all that was changed is about others. Near-linear in findings and files.
 */
export const separate = (asked: readonly Claimed[], files: readonly string[]): Piece[] => {
  const whole = [{ findings: asked.filter(({ fixed }) => fixed).map(({ finding }) => finding.id), files: [...files] }];
  const changed = new Set(files);
  const named = namedAmong(files);
  const owners = new Map(files.map((file): [string, number[]] => [file, []]));
  for (const [index, claim] of asked.entries()) {
    const touched = touchedBy(claim, changed, named);
    // It names no place, and may be about any of the changes.
    if (touched.size === 0 && claim.fixed && filesOf(claim.finding).length === 0) return whole;
    for (const file of touched) owners.get(file)?.push(index);
  }
  adopt(owners, asked);
  if ([...owners.values()].some((own) => own.length === 0)) return whole;
  return group(asked, owners);
};

/**
 * Its own files, and those that the explanation names; whoever explains what is left to do names files that are none of
 * its work.
 */
const touchedBy = (
  { finding, explanation, fixed }: Claimed,
  changed: ReadonlySet<string>,
  named: Named,
): Set<string> => {
  const own = filesOf(finding).filter((file) => changed.has(file));
  return new Set([...own, ...(fixed ? named(explanation) : [])]);
};

type Named = (explanation: string) => Set<string>;

const addTo = <Value>(lists: Map<string, Value[]>, key: string, value: Value): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** `a` of `src/a.test.ts`. */
const stemOf = (file: string): string => nameOf(file).split('.')[0] ?? '';

/** A file that nobody names goes to the findings about its namesake, as a test goes with what it tests. */
const adopt = (owners: Map<string, number[]>, claims: readonly Claimed[]): void => {
  const byStem = new Map<string, number[]>();
  for (const [index, { finding }] of claims.entries())
    for (const file of filesOf(finding)) addTo(byStem, stemOf(file), index);
  for (const [file, own] of owners)
    if (own.length === 0) for (const index of byStem.get(stemOf(file)) ?? []) own.push(index);
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
  for (const [index, { finding, fixed }] of claims.entries())
    if (fixed) pieceAt(pieces, rootOf(index)).findings.push(finding.id);
  for (const [file, [first = 0]] of owners) pieceAt(pieces, rootOf(first)).files.push(file);
  return [...pieces.values()].filter((piece) => piece.findings.length > 0 && piece.files.length > 0);
};

const pieceAt = (pieces: Map<number, Piece>, root: number): Piece => {
  const known = pieces.get(root) ?? { findings: [], files: [] };
  pieces.set(root, known);
  return known;
};
