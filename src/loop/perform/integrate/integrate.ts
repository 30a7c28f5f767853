/** Puts accepted patches on top of each other, in the order of the plan, so that the result never depends on timing. */
import type { RunEvent } from '../../../model/event.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Custody, Revision } from '../../../ports/repo.ts';
import { commitMessage } from '../../../stages/commit/message.ts';
import { explanationOf, standsForChange } from '../../../stages/fix/answer.ts';
import type { Performing } from '../../engine.ts';
import { answeredUnit, currentCycle, type RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { layEdits } from './lay-edits.ts';

export type Integrated = { head: Revision; commits: Commit[]; conflicts: { unit: string; files: string[] }[] };

export const performIntegrate = async ({ engine, state }: Performing, keys: readonly string[]): Promise<RunEvent[]> => {
  const units = keys.flatMap((key) => answeredUnit(state, key) ?? []);
  return [{ type: 'units.integrated', ...(await integrate(engine.custody, state, stepBase(state), units)) }];
};

/** The verified head that the step under way started from. */
export const stepBase = (state: RunState): Revision => {
  const base = state.code.verifiedHead;
  const step = currentCycle(state)?.step;
  if (!step || step.base !== base.commit)
    throw new Error(`run ${state.run.id}: the step does not start from the verified head`);
  return base;
};

export const integrate = async (
  custody: Custody,
  state: RunState,
  base: Revision,
  units: readonly AnsweredUnit[],
): Promise<Integrated> => {
  const result: Integrated = { head: base, commits: [], conflicts: [] };
  for (const unit of units) {
    const outcome = await addUnit(custody, state, base, result.head, unit);
    if ('files' in outcome) result.conflicts.push({ unit: unit.plan.unit, files: outcome.files });
    else {
      result.head = outcome;
      result.commits.push(commitOf(unit, state, outcome));
    }
  }
  return result;
};

/** A snapshot on an unmoved head is the commit already; otherwise it is merged, and the merge's tree committed. */
const addUnit = async (
  custody: Custody,
  state: RunState,
  base: Revision,
  head: Revision,
  unit: AnsweredUnit,
): Promise<Revision | { files: string[] }> => {
  const { answer } = unit;
  const { snapshot } = answer;
  if (!snapshot) throw new Error(`unit ${unit.plan.unit} has nothing to integrate`);
  if (head.commit === base.commit) return { commit: snapshot.commit, tree: snapshot.tree };
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
