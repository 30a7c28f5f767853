/** One machine-made fix, made in memory. */
import { placeEdits } from '../../../../findings/edits/place-edits.ts';
import type { Capture } from '../../../../ports/repo.ts';
import type { Performing } from '../../../engine.ts';
import type { FindingState } from '../../../state/state.ts';
import type { UnitState } from '../../../state/unit.ts';
import { forEdits } from '../ask.ts';
import { reportedText } from '../reported-text.ts';

export type Made = { unit: UnitState; findings: FindingState[]; change: Capture; began: number };

/** Null when it takes a workspace, or cannot be done: then the agent for such fixes says why. */
export const makeInMemory = async (performing: Performing, unit: UnitState | undefined): Promise<Made | null> => {
  const { engine, state } = performing;
  if (!unit) return null;
  const began = performance.now();
  const findings = unit.plan.findings.flatMap((id) => state.findings.get(id) ?? []);
  const texts = new Map<string, string>();
  for (const finding of findings) {
    const placed = await placeEdits(forEdits(finding), {
      readText: async (file) => texts.get(file) ?? engine.custody.readText(unit.base, file),
      startText: reportedText(engine.custody, state, [finding.finding.id]),
    });
    if ('reason' in placed || placed.texts.size === 0) return null;
    for (const [file, text] of placed.texts) texts.set(file, text);
  }
  const change = texts.size === 0 ? null : await engine.custody.change(unit.base, texts);
  return change && { unit, findings, change, began };
};
