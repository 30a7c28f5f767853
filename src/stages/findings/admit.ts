/** From what reviewers reported to the findings of a run: merged, identified, numbered, in order. */
import { type DraftFinding, type Finding, type Level, severityRank } from '../../model/finding.ts';
import { giveCodes } from './codes.ts';
import { idGiver } from './identity.ts';
import { type Reported, mergeExact } from './merge.ts';
import { select } from './select.ts';

export type ReviewerReport = { reviewer: string; level: Level; drafts: readonly DraftFinding[] };

export type AdmitOptions = { dedup: 'exact' | 'off'; only?: readonly string[] | undefined };

export type Admitted = {
  findings: Finding[];
  /** Findings that stand for several reported ones. */
  merged: { id: string; count: number }[];
  /** How many `only` left out. */
  leftOut: number;
  /** Patterns of `only` that picked nothing. */
  unmatched: string[];
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Most severe first, then by place; findings about no file come last. */
const inOrder = (a: Reported & { id: string }, b: Reported & { id: string }): number =>
  severityRank[a.severity] - severityRank[b.severity] ||
  Number(a.file === undefined) - Number(b.file === undefined) ||
  compareText(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  compareText(a.id, b.id);

const collect = (reports: readonly ReviewerReport[]): Reported[] =>
  reports.flatMap(({ reviewer, level, drafts }) => drafts.map((draft) => ({ ...draft, reviewer: draft.reviewer ?? reviewer, level })));

/** Codes go to findings in the order in which they were reported, so that the first reviewer keeps its own numbers. */
const withCodes = (findings: readonly (Reported & { id: string })[]): Map<string, string> => {
  const numbered = [
    ...findings.filter((each) => each.code !== undefined),
    ...findings.filter((each) => each.code === undefined).sort(inOrder),
  ];
  const codes = giveCodes(numbered);
  return new Map(numbered.map(({ id }, index) => [id, codes[index] ?? id]));
};

export const admit = (reports: readonly ReviewerReport[], { dedup, only }: AdmitOptions): Admitted => {
  const reported = collect(reports);
  const giveId = idGiver();
  const identified = (dedup === 'exact' ? mergeExact(reported) : reported).map((each) => ({ ...each, id: giveId(each) }));
  const codes = withCodes(identified);
  const all = identified.sort(inOrder).map((each): Finding => ({ ...each, code: codes.get(each.id) ?? each.id }));
  const { selected, unmatched } = only && only.length > 0 ? select(all, only) : { selected: all, unmatched: [] };
  return {
    findings: selected,
    merged: selected.flatMap(({ id, merged }) => (merged ? [{ id, count: merged.length }] : [])),
    leftOut: all.length - selected.length,
    unmatched,
  };
};
