/** From what reviewers reported to the findings of a run: merged, recognised, numbered, in order, and judged. */
import { type DraftFinding, type Finding, type Level, severityRank } from '../../model/finding.ts';
import { giveCodes } from './codes.ts';
import { textOf } from '../../model/finding/file-facts.ts';
import { compareText } from '../compare-text.ts';
import { identify, type Known } from '../identity/identify.ts';
import { type Grounds, judge, type Judged } from './judge.ts';
import { consolidate, type Dedup } from '../merge/consolidate.ts';
import type { Reported } from '../merge/merge.ts';
import { select } from './select.ts';

export type ReviewerReport = { reviewer: string; level: Level; drafts: readonly DraftFinding[] };

export type AdmitContext = Grounds & {
  dedup: Dedup;
  only?: readonly string[] | undefined;
  /** Findings of earlier runs: one that is seen again keeps its id. */
  known: readonly Known[];
  /** Codes that earlier findings of the run have. */
  codes?: Iterable<string> | undefined;
};

/** With those of them that nothing is spent on. */
export type Admitted = Judged & {
  findings: Finding[];
  /** How many `only` left out. */
  leftOut: number;
  /** Patterns of `only` that picked nothing. */
  unmatched: string[];
};

type Identified = Reported & { id: string };

/** Most severe first, then by place, then as they were reported; findings about no file come last. */
const inOrder = (a: Identified, b: Identified): number =>
  severityRank[a.severity] - severityRank[b.severity] ||
  Number(a.file === undefined) - Number(b.file === undefined) ||
  compareText(a.file ?? '', b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0);

/** Our own copies, which are added to from here on: there may be hundreds of thousands of them. */
const collect = (reports: readonly ReviewerReport[]): Reported[] =>
  reports.flatMap(({ reviewer, level, drafts }) =>
    drafts.map((draft) => ({ ...draft, reviewer: draft.reviewer ?? reviewer, level: draft.level ?? level })),
  );

/** Codes go to findings in the order in which they were reported, so that the first reviewer keeps its own numbers. */
const withCodes = (findings: readonly Identified[], given: Iterable<string> | undefined): Map<string, string> => {
  const numbered = [
    ...findings.filter((each) => each.code !== undefined),
    ...findings.filter((each) => each.code === undefined).sort(inOrder),
  ];
  const codes = giveCodes(numbered, given);
  return new Map(numbered.map(({ id }, index) => [id, codes[index] ?? id]));
};

/** Without `only`, all of them. */
const pick = (all: Finding[], only: readonly string[] = []): ReturnType<typeof select> =>
  only.length > 0 ? select(all, only) : { selected: all, unmatched: [] };

export const admit = (reports: readonly ReviewerReport[], context: AdmitContext): Admitted => {
  const { facts, known, only } = context;
  const reported = consolidate(collect(reports), context.dedup);
  const identities = identify(reported, { textOf: (file) => textOf(facts.get(file)), known });
  const merged = reported.map((each, index) => Object.assign(each, { id: '', ...identities[index] }));
  const codes = withCodes(merged, context.codes);
  const all = merged.sort(inOrder).map((each): Finding => Object.assign(each, { code: codes.get(each.id) ?? each.id }));
  const { selected, unmatched } = pick(all, only);
  return { findings: selected, leftOut: all.length - selected.length, unmatched, ...judge(selected, context) };
};
