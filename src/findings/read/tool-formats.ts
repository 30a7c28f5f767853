/**
 * Which formats are written by tools: what they report exists, so that a file that is not found is a question of the
 * folder.
 */
import type { FormatName } from '../../config/sections/reviewing.ts';
import type { DraftFinding } from '../../model/finding.ts';

const toolFormats: ReadonlySet<FormatName> = new Set<FormatName>([
  'sarif',
  'eslint',
  'stylelint',
  'rdjson',
  'rdjsonl',
  'checkstyle',
  'lines',
]);

/** Notes the folder in findings of tools; those of agents and people may name files that were never there. */
export const notingFolder = <T extends { format: FormatName; findings: DraftFinding[] }>(
  read: T,
  folder: string,
): T => {
  if (toolFormats.has(read.format)) for (const finding of read.findings) finding.ranIn = folder;
  return read;
};
