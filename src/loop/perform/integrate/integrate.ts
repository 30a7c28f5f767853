/** Puts fixes on top of each other, in the order of the findings, so that they can be proven together. */
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { Remark } from '../../../model/remark.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Revision } from '../../../ports/repo.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import { explanationOf, standsForChange } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import { answeredUnit, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { acceptedUpTo } from '../fix/earlier-states.ts';
import { inspectMerged } from '../fix/inspect-change.ts';
import { layEdits } from './lay-edits.ts';

export const performIntegrate = async (performing: Performing, keys: readonly string[]): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const units = keys.flatMap((key) => answeredUnit(state, key) ?? []);
  const integrated = await engine.custody.together((building) =>
    putTogether({ ...performing, engine: { ...engine, custody: { ...engine.custody, ...building } } }, units),
  );
  return [{ type: 'units.integrated', group: state.fixing.groups + 1, ...integrated }];
};

type Integrated = Pick<RunEventOf<'units.integrated'>, 'head' | 'commits' | 'conflicts'>;

/** On top of the head that is proven, and of each other. What goes with the head, but not with the others, waits. */
const putTogether = async (performing: Performing, units: readonly AnsweredUnit[]): Promise<Integrated> => {
  const { state } = performing;
  const base = state.code.verifiedHead;
  const result: Integrated = { head: base, commits: [], conflicts: [] };
  for (const unit of units) {
    const added = await addUnit(performing, result.head, unit);
    if (!('files' in added)) {
      const remarks = await remarksOn(performing, { unit, head: result.head, added, commits: result.commits });
      result.head = added;
      result.commits.push({ ...commitOf(unit, state, added), ...(remarks.length > 0 && { remarks }) });
    } else if (await isConflict(performing, result, unit))
      result.conflicts.push({ unit: unit.plan.unit, files: added.files });
  }
  return result;
};

type Merged = { unit: AnsweredUnit; head: Revision; added: Revision; commits: readonly Commit[] };

/**
 * What it takes back of what its agent did not know, in files that were changed since. Machine-made edits say what they
 * expect, and are laid down where that is.
 */
const remarksOn = async (performing: Performing, { unit, head, added, commits }: Merged): Promise<Remark[]> => {
  const { code } = performing.state;
  const all = [...code.commits, ...commits];
  const known = acceptedUpTo(performing.state, unit.base).length;
  const since = new Set(all.slice(known).flatMap(({ files }) => files));
  const own = unit.answer.snapshot?.files ?? [];
  if (isMachineMade(unit.plan) || !own.some(({ path }) => since.has(path))) return [];
  const standing = { commits: all, findings: unit.plan.findings };
  return inspectMerged(performing, { from: head.commit, to: added.commit }, standing);
};

/** Whether it would not go with the proven head alone either. */
const isConflict = async (
  performing: Performing,
  { commits }: Pick<Integrated, 'commits'>,
  unit: AnsweredUnit,
): Promise<boolean> =>
  commits.length === 0 || 'files' in (await addUnit(performing, performing.state.code.verifiedHead, unit));

/** A snapshot on the head that it began from is the commit already; otherwise it is merged, and that is committed. */
const addUnit = async (
  { engine: { custody }, state }: Performing,
  head: Revision,
  unit: AnsweredUnit,
): Promise<Revision | { files: string[] }> => {
  const { answer } = unit;
  const { snapshot } = answer;
  if (!snapshot) throw new Error(`unit ${unit.plan.unit} has nothing to integrate`);
  if (head.commit === unit.base) return { commit: snapshot.commit, tree: snapshot.tree };
  const merged = (await layEdits(custody, state, unit, head)) ?? (await custody.merge(head.commit, snapshot.commit));
  if ('conflicts' in merged) return { files: merged.conflicts };
  if (merged.tree === head.tree) return { files: snapshot.files.map((file) => file.path) };
  return custody.commit({ tree: merged.tree, parent: head.commit, message: messageFor(unit, state), at: answer.at });
};

const fixedBy = (unit: AnsweredUnit): string[] =>
  unit.plan.findings.filter((id) => standsForChange(unit.answer.claims[id]));

const commitOf = (unit: AnsweredUnit, state: RunState, revision: Revision): Commit => ({
  ...revision,
  unit: unit.plan.unit,
  findings: fixedBy(unit).filter((id) => state.findings.has(id)),
  files: unit.answer.snapshot?.files.map((file) => file.path) ?? [],
});

export const messageFor = (unit: AnsweredUnit, state: RunState): string => {
  const ids = fixedBy(unit);
  const findings = ids.flatMap((id) => state.findings.get(id)?.finding ?? []);
  return commitMessage(findings, explanationOf(ids, unit.answer.claims));
};
