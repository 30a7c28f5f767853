/**
 * Findings of tools that the fix of another took along: the tool looked, and no longer reports them (requirements 1.10,
 * 5.5).
 */
import type { RunEventOf } from '../../../model/event.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { ToolResult, Verification } from '../../../model/verification.ts';
import { type FindingState, isOpen, type RunState } from '../../state/state.ts';
import { provenBy } from '../../state/unit.ts';
import { claimed } from '../gates/claims.ts';
import { noLongerReported } from './no-longer-reported.ts';

/** `findings`: where they are with this commit in; `commits`: all that came in with it. */
export const fixedTogether = (
  state: RunState,
  findings: readonly FindingState[],
  commit: Commit,
  commits: readonly Commit[],
): RunEventOf<'finding.fixed'>[] => {
  const { shown, apart, own } = seenAt(state, commit, commits);
  const gone = goneIn({ shown, apart }, findings);
  return findings
    .filter((each) => isOpen(each) && isGone(each.finding, gone))
    .map(({ finding }) => fixedWith(state, finding, creditFor(finding, own) ?? commit));
};

const fixedWith = (state: RunState, { id }: Finding, by: Commit): RunEventOf<'finding.fixed'> => ({
  type: 'finding.fixed',
  id,
  commit: by.commit,
  unit: by.unit,
  reason: `fixed together with ${codesOf(state, by)}`,
});

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

type Gone = { result: ToolResult; ids: ReadonlySet<string> };

/** Where several fixes changed a file, and were not looked at together, nobody has seen what they do together. */
const goneIn = ({ shown, apart }: Pick<Seen, 'shown' | 'apart'>, findings: readonly FindingState[]): Gone[] => {
  const shared = new Set(apart.flatMap(({ files }) => files));
  const ran = (shown?.tools ?? []).filter(({ status }) => status === 'ran');
  return ran.map((result) => ({ result, ids: noLongerReported(findings, result, shared) }));
};

/** Credit goes to the last fix that changed its file. */
const creditFor = ({ file }: Finding, commits: readonly Commit[]): Commit | undefined =>
  commits.findLast(({ files }) => file !== undefined && files.includes(file));

const codesOf = (state: RunState, { unit }: Commit): string => {
  const tried = state.fixing.units.get(unit);
  const codes = tried?.answer ? claimed(tried) : [];
  return codes.map((id) => state.findings.get(id)?.finding.code ?? id).join(', ');
};

/** Everybody who reported it has looked again. */
const isGone = (finding: Finding, gone: readonly Gone[]): boolean =>
  reviewersOf(finding).every((reviewer) =>
    gone.some(({ result, ids }) => result.reviewer === reviewer && ids.has(finding.id)),
  );
