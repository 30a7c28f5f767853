/** Takes a change about several findings apart into commits of their own, each with the files of its findings. */
import type { RunEvent } from '../../../model/event.ts';
import type { Snapshot } from '../../../model/run/snapshot.ts';
import type { Performing } from '../../engine.ts';
import { piecesOf } from '../../decide/gates/separable.ts';
import { answeredUnit } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { inspectChange } from '../fix/inspect-change.ts';
import { messageFor } from './integrate.ts';

export const performSplit = async (performing: Performing, key: string, holds: boolean): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const unit = answeredUnit(state, key);
  const snapshot = unit?.answer.snapshot;
  if (!snapshot) throw new Error(`unit ${key} has nothing to take apart`);
  const { base } = unit;
  const parts = [];
  for (const [index, { findings, files: own }] of piecesOf(state, unit).entries()) {
    const { tree } = await engine.custody.pick(base, snapshot.tree, own);
    const part: AnsweredUnit = { ...unit, plan: { ...unit.plan, unit: `${key}-${index + 1}`, findings } };
    const { commit } = await engine.custody.commit({
      tree,
      parent: base,
      message: messageFor(part, state),
      at: unit.answer.at,
    });
    parts.push({
      unit: part.plan.unit,
      findings,
      snapshot: await snapshotOf(performing, part, { commit, tree, base }, snapshot),
    });
  }
  return [{ type: 'unit.split', unit: key, holds, parts }];
};

type Made = { commit: string; tree: string; base: string };

/** Each is read by itself: what is fine as a whole may not be where a part of it is left out. */
const snapshotOf = async (
  performing: Performing,
  part: AnsweredUnit,
  { commit, tree, base }: Made,
  whole: Snapshot,
): Promise<Snapshot> => {
  const { engine, state } = performing;
  const { files, patch } = await engine.custody.diff(base, tree);
  const names = new Set(files.map(({ path }) => path));
  const kept = (whole.protected ?? []).filter((path) => names.has(path));
  const findings = part.plan.findings.flatMap((id) => state.findings.get(id)?.finding ?? []);
  const remarks = await inspectChange(performing, { from: base, to: tree, changes: files }, findings);
  return {
    commit,
    tree,
    files,
    patch: await engine.artifacts.put(`attempts/${part.plan.unit}/change.patch`, patch),
    ignored: [],
    ...(kept.length > 0 && { protected: kept }),
    ...(whole.links && { links: whole.links }),
    ...(whole.places && { places: whole.places }),
    ...(whole.renamed && { renamed: whole.renamed }),
    ...(remarks.length > 0 && { remarks }),
  };
};
