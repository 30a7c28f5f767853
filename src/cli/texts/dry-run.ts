/** `--dry-run`: which calls of fixers there would be, and the exact prompt of each. */
import { printable, printableLines } from '../../plain/printable.ts';
import { count } from '../../views/words/amounts.ts';
import type { Preview } from '../../app/index.ts';
import type { Io } from '../io.ts';
import type { OutputFlags } from '../flags/options.ts';
import { asJson } from './as-json.ts';

const promptText = (prompt: string | null, exact: boolean): string => {
  if (prompt === null) return 'Applies machine-made edits; there is no prompt.\n';
  const text = exact ? prompt : printableLines(prompt);
  return text.endsWith('\n') ? text : `${text}\n`;
};

/** A terminal is protected from control characters; a pipe gets the prompt as it is. */
const previewText = (preview: Preview, exact: boolean): string => {
  const { findings, units, notes } = preview;
  const codes = new Map(findings.map(({ id, code }) => [id, code]));
  const sections = units.map(({ agent, findings: ids, prompt }, index) => {
    const about = ids.map((id) => printable(codes.get(id) ?? id)).join(', ');
    return `--- call ${index + 1}: ${about}, by ${printable(agent)}\n${promptText(prompt, exact)}`;
  });
  const head = `${count(findings.length, 'finding')}, ${count(units.length, 'call')}. Nothing was run.\n`;
  return [head + notes.map((note) => `${printable(note)}\n`).join(''), ...sections].join('\n');
};

export const printPreview = async (preview: Preview, flags: OutputFlags, io: Io): Promise<number> => {
  const exact = !io.stdout.isTTY;
  await io.stdout.print(preview, flags.json === true ? asJson : (clean) => previewText(clean, exact));
  return 0;
};
