/**
 * Findings of tools that the fix of another took along: the tool looked, and no longer reports them (requirements 1.10,
 * 5.5).
 */
import type { RunEventOf } from '../../model/event.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import { type Finding, reportsOf, reviewersOf } from '../../model/finding.ts';
import { countOf, type ToolResult, type Verification } from '../../model/verification.ts';
import { type FindingState, isOpen, type RunState } from '../state/state.ts';
import { provenBy } from '../state/unit.ts';

type Report = { id: string; file: string; rule: string; line: number | undefined };

/** `findings`: where they are with this commit in; `commits`: all that came in with it. */
export const fixedTogether = (
  state: RunState,
  findings: readonly FindingState[],
  commit: Commit,
  commits: readonly Commit[],
): RunEventOf<'finding.fixed'>[] => {
  const { shown, apart, own } = seenAt(state, commit, commits);
  // Where several fixes changed a file, and were not looked at together, nobody has seen what they do together.
  const shared = new Set(apart.flatMap(({ files }) => files));
  const gone = (shown?.tools ?? [])
    .filter(({ status }) => status === 'ran')
    .map((result) => ({ result, ids: noLongerReported(findings, result, shared) }));
  return findings
    .filter((each) => isOpen(each) && isGone(each.finding, gone))
    .map(({ finding }) => {
      const by = creditFor(finding, own) ?? commit;
      return {
        type: 'finding.fixed',
        id: finding.id,
        commit: by.commit,
        unit: by.unit,
        reason: `fixed together with ${codesOf(state, by)}`,
      };
    });
};

type Seen = { shown: Verification | undefined; own: readonly Commit[]; apart: readonly Commit[] };

/** What tools said with this commit in: of the whole group, where it is the last one of it, or of this one alone. */
const seenAt = (state: RunState, commit: Commit, commits: readonly Commit[]): Seen => {
  const unit = state.fixing.units.get(commit.unit);
  const { shown } = unit?.answer ? provenBy(unit) : {};
  if (!shown) return { shown: unit?.check, own: [commit], apart: commits.filter((other) => other !== commit) };
  const at = commits.indexOf(commit) + 1;
  return {
    shown: shown.tree === commit.tree ? shown : undefined,
    own: commits.slice(0, at),
    apart: commits.slice(at),
  };
};

/** Credit goes to the last fix that changed its file. */
const creditFor = ({ file }: Finding, commits: readonly Commit[]): Commit | undefined =>
  commits.findLast(({ files }) => file !== undefined && files.includes(file));

const codesOf = (state: RunState, { unit }: Commit): string => {
  const { plan, answer } = state.fixing.units.get(unit) ?? {};
  return (plan?.findings ?? [])
    .filter((id) => answer?.claims[id]?.claim === 'fixed')
    .map((id) => state.findings.get(id)?.finding.code ?? id)
    .join(', ');
};

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
