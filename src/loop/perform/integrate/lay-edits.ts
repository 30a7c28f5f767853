/**
 * Puts a machine-made change on top of a head by its edits: git merges by lines, and would see a conflict where two of
 * them are on neighbouring ones.
 */
import { placeEdits } from '../../../findings/edits/place-edits.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { Custody, Revision } from '../../../ports/repo.ts';
import { standsForChange } from '../../../stages/fix/answer.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { forEdits } from '../fix/ask.ts';
import { reportedText } from '../fix/reported-text.ts';

/** Null when it is to be merged instead: not machine-made, or its edits do not apply to the head. */
export const layEdits = async (
  custody: Custody,
  state: RunState,
  unit: AnsweredUnit,
  head: Revision,
): Promise<{ tree: string } | null> => {
  if (!isMachineMade(unit.plan)) return null;
  const fixed = unit.plan.findings.filter((id) => standsForChange(unit.answer.claims[id]));
  const texts = new Map<string, string>();
  const readText = async (file: string): Promise<string | null> =>
    texts.get(file) ?? (await custody.readText(head.commit, file));
  for (const finding of fixed.flatMap((id) => state.findings.get(id) ?? [])) {
    const startText = reportedText(custody, state, [finding.finding.id]);
    const placed = await placeEdits(forEdits(finding), { readText, startText });
    if ('reason' in placed) return null;
    for (const [file, text] of placed.texts) texts.set(file, text);
  }
  return texts.size === 0 ? null : custody.write(head.commit, texts);
};
