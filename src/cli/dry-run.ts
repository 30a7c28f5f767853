/** `--dry-run`: which units there would be, and the exact prompt of each. */
import { printable, printableLines } from '../plain/printable.ts';
import { count } from '../views/words.ts';
import type { Preview } from '../app/index.ts';
import type { Io } from './io.ts';
import type { OutputFlags } from './options.ts';

/** A terminal is protected from control characters; a pipe gets the prompt as it is. */
const previewText = (preview: Preview, exact: boolean): string => {
  const codes = new Map(preview.findings.map(({ id, code }) => [id, code]));
  const units = preview.units.map(({ agent, findings, prompt }, index) => {
    const about = findings.map((id) => printable(codes.get(id) ?? id)).join(', ');
    const body =
      prompt === null ? 'Applies machine-made edits; there is no prompt.' : exact ? prompt : printableLines(prompt);
    return `--- unit ${index + 1}: ${about}, by ${printable(agent)}\n${body.endsWith('\n') ? body : `${body}\n`}`;
  });
  const notes = preview.notes.map((note) => `${printable(note)}\n`).join('');
  const head = `${count(preview.findings.length, 'finding')}, ${count(preview.units.length, 'unit')}. Nothing was run.\n`;
  return [head + notes, ...units].join('\n');
};

export const printPreview = (preview: Preview, flags: OutputFlags, io: Io): number => {
  io.stdout.write(
    flags.json === true ? `${JSON.stringify(preview, null, 2)}\n` : previewText(preview, !io.stdout.isTTY),
  );
  return 0;
};
