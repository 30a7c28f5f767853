/** Which findings move with the code, and what the state of a run keeps of it (requirement 1.10). Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import type { Commit } from '../../model/run/snapshot.ts';
import type { ToolCounts } from '../../model/verification.ts';
import { isSamePlace, moveTo, placeOf } from '../../model/place.ts';
import type { FindingState, RunState } from './state.ts';

/** What was fixed stays where it was fixed, and what was never there has no place. */
export const followsCode = ({ status, cause }: FindingState): boolean =>
  status !== 'fixed' && cause !== 'no-evidence' && cause !== 'not-found';

/** Places are those of an older head. Between steps, what was accepted is the verified head. */
export const mustMovePlaces = ({ code, findings }: RunState): boolean =>
  code.placesAt !== code.verifiedHead.commit && findings.values().some(followsCode);

/** The commits on the way, oldest first; none when they do not lead there, as from what was taken back. */
export const commitsBetween = ({ run, code: { commits } }: RunState, from: string, to: string): Commit[] => {
  const at = commits.findIndex(({ commit }) => commit === from);
  if (at < 0 && from !== run.started.start.commit) return [];
  const after = commits.slice(at + 1);
  return after.slice(0, after.findIndex(({ commit }) => commit === to) + 1);
};

/** Where nothing had to follow the code, places are those of the head that new findings are about. */
export const startPlaces = (state: RunState): void => {
  const { code, findings } = state;
  if (!findings.values().some(followsCode)) code.placesAt = code.verifiedHead.commit;
};

export const movePlaces = (state: RunState, event: RunEventOf<'places.moved'>): void => {
  state.code.placesAt = event.head;
  const namesNow = new Map(Object.entries(event.renamed).map(([now, then]) => [then, now]));
  for (const [id, finding] of state.findings) {
    if (!followsCode(finding)) continue;
    move(finding, event, id);
    if (namesNow.size > 0 && finding.finding.edits) renameEdits(finding, finding.finding.edits, namesNow);
  }
  if (namesNow.size > 0)
    for (const [reviewer, counts] of state.checks.toolCounts)
      state.checks.toolCounts.set(reviewer, renameCounts(counts, Object.entries(event.renamed)));
};

const move = (state: FindingState, { places, removed }: RunEventOf<'places.moved'>, id: string): void => {
  const place = places[id];
  const by = removed[id];
  if (by !== undefined) state.removedBy = by;
  if (!place) return;
  const before = placeOf(state.finding);
  if (!isSamePlace(before, place)) state.reported ??= { ...before, ...mergedLines(state.finding) };
  state.finding = moveTo(state.finding, place);
};

const mergedLines = ({ merged }: Finding): Pick<Finding, 'merged'> => (merged ? { merged } : {});

/** The ranges stay as they were: they are about the text that the finding was reported on. */
const renameEdits = (state: FindingState, edits: readonly TextEdit[], namesNow: ReadonlyMap<string, string>): void => {
  const renamed = edits.map((edit) => ({ edit, now: namesNow.get(edit.file) }));
  if (renamed.every(({ now }) => now === undefined)) return;
  const names = { ...state.editNames };
  for (const { edit, now } of renamed) if (now !== undefined) names[now] = names[edit.file] ?? edit.file;
  state.editNames = names;
  state.finding = { ...state.finding, edits: renamed.map(({ edit, now }) => ({ ...edit, file: now ?? edit.file })) };
};

/**
 * What a tool is known to report under the old name, it reports under the new one; what it was asked about since is
 * known better.
 */
export const renameCounts = (counts: ToolCounts, renamed: readonly [now: string, then: string][]): ToolCounts => {
  const result = new Map(Object.entries(counts));
  for (const [now, then] of renamed) {
    const known = result.get(then);
    if (known && !result.has(now)) result.set(now, known);
    result.delete(then);
  }
  return Object.fromEntries(result);
};

/**
 * As it was reported: for machine-made edits, which are about that text, and for whoever looks at the untouched code.
 */
export const asReported = ({ finding, reported }: Pick<FindingState, 'finding' | 'reported'>): Finding => {
  if (!reported) return finding;
  const { file: _file, line: _line, endLine: _endLine, ...rest } = finding;
  return { ...rest, ...reported };
};

/** Whose fix a commit is, in codes. */
export const codesOfCommit = ({ code, findings }: RunState, commit: string): string => {
  const ids = code.commits.find((each) => each.commit === commit)?.findings ?? [];
  return ids.map((id) => findings.get(id)?.finding.code ?? id).join(', ') || commit.slice(0, 12);
};

/** By its own attempt, or together with another's. */
export const isFixedIn = ({ attempts, together }: FindingState, cycle: number, { fixing }: RunState): boolean =>
  attempts.some((attempt) => attempt.result === 'accepted' && attempt.cycle === cycle) ||
  (together !== undefined && fixing.units.get(together)?.cycle === cycle);
