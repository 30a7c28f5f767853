/** Judges what a tool says after a fix (requirement 5.5): the finding must be gone, and nothing new may be there. */
import { type Finding, type MergedReport, reportsOf, reviewersOf } from '../../model/finding.ts';
import { countOf, type ToolCounts, type ToolResult } from '../../model/verification.ts';

const ruleOf = (report: MergedReport): string => report.rule ?? report.category;

/**
 * The rules of what a reviewer said of a finding: several, where its reports were merged; none, where it said nothing.
 */
export const reportedRules = (reviewer: string, finding: Finding): readonly string[] =>
  reportsBy(reviewer, finding).map(ruleOf);

const reportsBy = (reviewer: string, finding: Finding): readonly MergedReport[] => {
  if (!reviewersOf(finding).includes(reviewer)) return [];
  const reports = reportsOf(finding).filter((report) => report.reviewer === reviewer);
  return reports.length > 0 ? reports : [finding];
};

export type ToolReports = {
  /** Findings at their places in the changed code. */
  fixed: readonly Finding[];
  results: readonly ToolResult[];
  before: (reviewer: string) => ToolCounts;
  isUntouched?: (finding: Finding) => boolean;
  rulesOf?: (reviewer: string, finding: Finding) => readonly string[];
};

/**
 * The reason to refuse, or null. Counts per file and rule are compared, since lines move with every fix; a finding
 * whose own lines are untouched is looked for in its place, so that the fix of a neighbour does not count for it.
 */
export const judgeTools = ({
  fixed,
  results,
  before,
  isUntouched = () => false,
  rulesOf = reportedRules,
}: ToolReports): string | null => {
  for (const result of results) {
    const { reviewer } = result;
    const reports = fixed.flatMap((finding) =>
      rulesOf(reviewer, finding).map((rule) => ({ file: finding.file, rule })),
    );
    if (reports.length === 0) continue;
    if (result.status === 'crashed') return `${reviewer} could not be run again: ${result.message ?? 'no output'}`;
    const earlier = { ...before(reviewer), ...result.before };
    const reason =
      stillReported(reports, result, earlier) ??
      reportedInPlace(fixed.filter(isUntouched), result) ??
      somethingNew(result, earlier);
    if (reason !== null) return reason;
  }
  return null;
};

type Reported = { file: string | undefined; rule: string };

const stillReported = (
  reports: readonly Reported[],
  { reviewer, counts }: ToolResult,
  before: ToolCounts,
): string | null => {
  for (const group of Map.groupBy(reports, ({ file, rule }) => JSON.stringify([file, rule])).values()) {
    const { file, rule } = group[0] ?? {};
    if (file === undefined || rule === undefined) continue;
    const expected = (countOf(before, file, rule) ?? group.length) - group.length;
    const now = countOf(counts, file, rule) ?? 0;
    if (now > Math.max(0, expected)) return `${reviewer} still reports ${rule} in ${file}`;
  }
  return null;
};

const reportedInPlace = (fixed: readonly Finding[], { reviewer, places }: ToolResult): string | null => {
  for (const finding of fixed)
    for (const report of reportsBy(reviewer, finding)) {
      const { line, title } = report;
      const isIt = (place: ToolResult['places'][number]): boolean =>
        place.file === finding.file && place.rule === ruleOf(report) && place.line === line && place.text === title;
      if (line !== undefined && places.some(isIt))
        return `${reviewer} still reports ${ruleOf(report)} in ${finding.file}:${line}`;
    }
  return null;
};

const somethingNew = ({ reviewer, counts, places }: ToolResult, before: ToolCounts): string | null => {
  for (const [file, rules] of Object.entries(counts)) {
    for (const [rule, now] of Object.entries(rules)) {
      if (now <= (countOf(before, file, rule) ?? 0)) continue;
      const place = places.find((candidate) => candidate.file === file && candidate.rule === rule);
      const where = place?.line === undefined ? file : `${file}:${place.line}`;
      return `${reviewer} reports something new: ${rule} in ${where}${place ? ` (${place.text})` : ''}`;
    }
  }
  return null;
};
