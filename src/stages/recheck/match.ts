/** Finds findings among what a tool reports when it is run again: under which of its rules each of them is counted from then on. */
import { type DraftFinding, type Finding, type MergedReport, reportsOf } from '../../model/finding.ts';

/** As many lines as reports that are merged may be apart. */
const reach = 5;

type Pair = { id: string; report: MergedReport; index: number; distance: number };

const countedAs = (draft: DraftFinding): string => draft.rule ?? draft.category;

/** `ruleOf`: a rule as all formats of the tool have it. By id; a finding that the tool does not report is not there. */
export const matchReports = (
  findings: readonly Finding[],
  drafts: readonly DraftFinding[],
  ruleOf: (rule: string) => string = (rule) => rule,
): Map<string, string[]> => {
  const inFile = Map.groupBy(drafts.keys(), (index) => drafts[index]?.file);
  const pairs = findings.flatMap((finding) =>
    reportsOf(finding).flatMap((report) =>
      (inFile.get(finding.file) ?? []).flatMap((index): Pair[] => {
        const draft = drafts[index];
        const distance = draft ? distanceOf(report, draft, ruleOf) : null;
        return distance === null ? [] : [{ id: finding.id, report, index, distance }];
      }),
    ),
  );
  return oneToOne(pairs, drafts);
};

/** Nearest first; each report and each draft is used once. */
const oneToOne = (pairs: Pair[], drafts: readonly DraftFinding[]): Map<string, string[]> => {
  const taken = new Set<number>();
  const placed = new Set<MergedReport>();
  const matched = new Map<string, string[]>();
  for (const { id, report, index } of pairs.sort((a, b) => a.distance - b.distance)) {
    const draft = drafts[index];
    if (!draft || taken.has(index) || placed.has(report)) continue;
    taken.add(index);
    placed.add(report);
    matched.set(id, [...(matched.get(id) ?? []), countedAs(draft)]);
  }
  return matched;
};

/** Null when it is something else. A finding about a whole file fits wherever its rule is reported. */
const distanceOf = (report: MergedReport, draft: DraftFinding, ruleOf: (rule: string) => string): number | null => {
  if (ruleOf(report.rule ?? report.category) !== ruleOf(countedAs(draft)) && report.title !== draft.title) return null;
  if (report.line === undefined || draft.line === undefined) return reach;
  const distance = Math.abs(report.line - draft.line);
  return distance > reach ? null : distance;
};
