/** Which findings a tool that looked again does not report any more. */
import { type Finding, reportsOf } from '../../../model/finding.ts';
import { countOf, type ToolResult } from '../../../model/verification.ts';
import type { FindingState } from '../../state/state.ts';

type Report = { id: string; file: string; rule: string; line: number | undefined };

export const noLongerReported = (
  findings: readonly FindingState[],
  result: ToolResult,
  shared: ReadonlySet<string>,
): Set<string> => {
  const reports = findings
    .flatMap(({ finding }) => reportsFrom(finding, result.reviewer))
    .filter(({ file }) => Object.hasOwn(result.counts, file) && !shared.has(file));
  const still = new Set(byRule(reports).flatMap((group) => stillReported(group, result).map(({ id }) => id)));
  return new Set(reports.map(({ id }) => id).filter((id) => !still.has(id)));
};

/** Those of one rule in one file together. */
const byRule = (reports: readonly Report[]): Report[][] => [
  ...Map.groupBy(reports, ({ file, rule }) => JSON.stringify([file, rule])).values(),
];

const reportsFrom = (finding: Finding, reviewer: string): Report[] => {
  const { id, file } = finding;
  if (file === undefined) return [];
  return reportsOf(finding)
    .filter((report) => report.reviewer === reviewer)
    .map((report) => ({ id, file, rule: report.rule ?? report.category, line: report.line }));
};

/**
 * Of one rule in one file. Where only some are gone, their lines tell which; where that is not clear, none is taken for
 * gone.
 */
const stillReported = (reports: readonly Report[], { counts, places }: ToolResult): readonly Report[] => {
  const [{ file, rule } = { file: '', rule: '' }] = reports;
  const left = countOf(counts, file, rule) ?? 0;
  if (left === 0) return [];
  const lines = places.filter((place) => place.file === file && place.rule === rule).map(({ line }) => line);
  if (lines.length !== left) return reports;
  const matched = onLines(reports, lines);
  return matched.length === left ? matched : reports;
};

/** Each line stands for one report. */
const onLines = (reports: readonly Report[], lines: readonly Report['line'][]): Report[] => {
  const left = [...lines];
  return reports.filter(({ line }) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};
