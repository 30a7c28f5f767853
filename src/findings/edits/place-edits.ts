/** The files of a finding with its machine-made edits made: all of them, or the reason why none. */
import type { Finding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { applyEdits, type EditResult } from './edits.ts';
import { isElsewhere } from './quoted-lines.ts';

/** `startText`: what the edits are about; `readText`: what they are made in. Null where there is no text. */
export type Texts = {
  startText: (file: string) => Promise<string | null>;
  readText: (file: string) => Promise<string | null>;
};

/** Only of those files that become different. */
export const placeEdits = async (
  finding: Finding,
  { readText, startText }: Texts,
): Promise<{ texts: Map<string, string> } | { reason: string }> => {
  const texts = new Map<string, string>();
  for (const [file, edits] of Map.groupBy(finding.edits ?? [], (edit) => edit.file)) {
    const [start, current] = [await startText(file), await readText(file)];
    if (start === null || current === null) return { reason: `${file} is not there as text` };
    const result = editFile(finding, edits, start, current);
    if ('reason' in result) return { reason: `${file}: ${result.reason}` };
    if (result.text !== current) texts.set(file, result.text);
  }
  return { texts };
};

const misplaced = { reason: 'its lines are not the ones that it quotes' };

/** One file: `start` is what the edits are about, `current` what they are made in. */
export const editFile = (finding: Finding, edits: readonly TextEdit[], start: string, current: string): EditResult =>
  edits.some((edit) => isElsewhere(start, finding, edit)) ? misplaced : applyEdits(start, current, edits);
