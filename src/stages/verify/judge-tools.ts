/** Judges what a tool says after a fix (requirement 5.5): the finding must be gone, and nothing new may be there. */
import { type Finding, type MergedReport, reportsOf, reviewersOf } from '../../model/finding.ts';
import type { ToolCounts, ToolResult } from '../../model/verification.ts';
import { countOf } from './tool-counts.ts';

const ruleOf = (report: MergedReport): string => report.rule ?? report.category;

/** What the reviewer said of it: several things, where its reports were merged. */
const saidBy = (reviewer: string, finding: Finding): readonly MergedReport[] => {
  const reports = reportsOf(finding).filter((report) => report.reviewer === reviewer);
  return reports.length > 0 ? reports : [finding];
};

/**
 * The reason to refuse, or null. Findings are at their places in the changed code. Counts per file and rule are compared,
 * since lines move with every fix; one whose own lines are `untouched` is looked for in its place, so that the fix of a
 * neighbour does not count for it.
 */
export const judgeTools = (
  fixed: readonly Finding[],
  results: readonly ToolResult[],
  before: (reviewer: string) => ToolCounts,
  untouched: (finding: Finding) => boolean = () => false,
): string | null => {
  for (const result of results) {
    const concerned = fixed.filter((finding) => reviewersOf(finding).includes(result.reviewer));
    if (concerned.length === 0) continue;
    if (result.status === 'crashed') return `${result.reviewer} could not be run again: ${result.message ?? 'no output'}`;
    const known = before(result.reviewer);
    const reason =
      stillReported(concerned, result, known) ?? reportedInPlace(concerned.filter(untouched), result) ?? somethingNew(result, known);
    if (reason !== null) return reason;
  }
  return null;
};

const stillReported = (fixed: readonly Finding[], { reviewer, counts }: ToolResult, before: ToolCounts): string | null => {
  const reports = fixed.flatMap((finding) => saidBy(reviewer, finding).map((report) => ({ file: finding.file, rule: ruleOf(report) })));
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
    for (const report of saidBy(reviewer, finding)) {
      const { line, title } = report;
      const isIt = (place: ToolResult['places'][number]): boolean =>
        place.file === finding.file && place.rule === ruleOf(report) && place.line === line && place.text === title;
      if (line !== undefined && places.some(isIt)) return `${reviewer} still reports ${ruleOf(report)} in ${finding.file}:${line}`;
    }
  return null;
};

const somethingNew = ({ reviewer, counts, places }: ToolResult, before: ToolCounts): string | null => {
  for (const [file, rules] of Object.entries(counts)) {
    for (const [rule, now] of Object.entries(rules)) {
      if (now <= (countOf(before, file, rule) ?? 0)) continue;
      const place = places.find((candidate) => candidate.file === file && candidate.rule === rule);
      return `${reviewer} reports something new: ${rule} in ${file}${place?.line === undefined ? '' : `:${place.line}`}${place ? ` (${place.text})` : ''}`;
    }
  }
  return null;
};
