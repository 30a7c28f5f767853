/** Judges what a tool says after a fix (requirement 5.5): the finding must be gone, and nothing new may be there. */
import { type Finding, reviewersOf } from '../../model/finding.ts';
import type { ToolCounts, ToolResult } from '../../model/verification.ts';
import { countOf } from './tool-counts.ts';

const ruleOf = (finding: Finding): string => finding.rule ?? finding.category;

/** The reason to refuse, or null. Counts per file and rule are compared, since lines move with every fix. */
export const judgeTools = (
  fixed: readonly Finding[],
  results: readonly ToolResult[],
  before: (reviewer: string) => ToolCounts,
): string | null => {
  for (const result of results) {
    const concerned = fixed.filter((finding) => reviewersOf(finding).includes(result.reviewer));
    if (concerned.length === 0) continue;
    if (result.status === 'crashed') return `${result.reviewer} could not be run again: ${result.message ?? 'no output'}`;
    const reason = stillReported(concerned, result, before(result.reviewer)) ?? somethingNew(result, before(result.reviewer));
    if (reason !== null) return reason;
  }
  return null;
};

const stillReported = (fixed: readonly Finding[], { reviewer, counts }: ToolResult, before: ToolCounts): string | null => {
  const groups = Map.groupBy(fixed, (finding) => JSON.stringify([finding.file, ruleOf(finding)]));
  for (const [first, ...others] of groups.values()) {
    if (first?.file === undefined) continue;
    const rule = ruleOf(first);
    const expected = (countOf(before, first.file, rule) ?? others.length + 1) - others.length - 1;
    const now = countOf(counts, first.file, rule) ?? 0;
    if (now > Math.max(0, expected)) return `${reviewer} still reports ${rule} in ${first.file}`;
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
