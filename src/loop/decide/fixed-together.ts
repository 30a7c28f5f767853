/**
 * Findings of tools that the fix of another took along: the tool looked, and no longer reports them (requirements 1.10,
 * 5.5).
 */
import type { RunEventOf } from '../../model/event.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import { type Finding, reportsOf, reviewersOf } from '../../model/finding.ts';
import { countOf, type ToolResult } from '../../model/verification.ts';
import { type FindingState, isOpen, type RunState } from '../state/state.ts';
import type { UnitState } from '../state/unit.ts';

type Report = { id: string; file: string; rule: string; line: number | undefined };

/** `findings`: where they are with this commit in. Credit goes to the commit. */
export const fixedTogether = (
  state: RunState,
  findings: readonly FindingState[],
  commit: Commit,
  step: readonly Commit[],
): RunEventOf<'finding.fixed'>[] => {
  const unit = state.fixing.units.get(commit.unit);
  if (!unit?.check) return [];
  // Where several fixes changed a file, each was checked without the others: nobody has seen what they do together.
  const shared = new Set(step.filter((other) => other.unit !== commit.unit).flatMap(({ files }) => files));
  const gone = unit.check.tools
    .filter(({ status }) => status === 'ran')
    .map((result) => ({ result, ids: noLongerReported(findings, result, shared) }));
  const codes = codesOf(state, unit);
  return findings
    .filter((each) => isOpen(each) && isGone(each.finding, gone))
    .map(({ finding }) => ({
      type: 'finding.fixed',
      id: finding.id,
      commit: commit.commit,
      unit: commit.unit,
      reason: `fixed together with ${codes}`,
    }));
};

const codesOf = (state: RunState, { plan, answer }: UnitState): string =>
  plan.findings
    .filter((id) => answer?.claims[id]?.claim === 'fixed')
    .map((id) => state.findings.get(id)?.finding.code ?? id)
    .join(', ');

/** Everybody who reported it has looked again. */
const isGone = (finding: Finding, gone: readonly { result: ToolResult; ids: ReadonlySet<string> }[]): boolean =>
  reviewersOf(finding).every((reviewer) =>
    gone.some(({ result, ids }) => result.reviewer === reviewer && ids.has(finding.id)),
  );

const noLongerReported = (
  findings: readonly FindingState[],
  result: ToolResult,
  shared: ReadonlySet<string>,
): Set<string> => {
  const reports = findings
    .flatMap(({ finding }) => reportsFrom(finding, result.reviewer))
    .filter(({ file }) => Object.hasOwn(result.counts, file) && !shared.has(file));
  const still = new Set<string>();
  for (const group of Map.groupBy(reports, ({ file, rule }) => JSON.stringify([file, rule])).values())
    for (const { id } of stillReported(group, result)) still.add(id);
  return new Set(reports.map(({ id }) => id).filter((id) => !still.has(id)));
};

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
  const matched = reports.filter(({ line }) => {
    const at = lines.indexOf(line);
    if (at >= 0) lines.splice(at, 1);
    return at >= 0;
  });
  return matched.length === left ? matched : reports;
};
