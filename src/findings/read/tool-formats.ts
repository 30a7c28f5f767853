/**
 * Which formats are written by tools: what they report exists, so that a file that is not found is a question of the
 * folder.
 */
import type { FormatName } from '../../config/sections/reviewing.ts';
import type { DraftFinding } from '../../model/finding.ts';

/** What people and agents write, who may name files that were never there. */
const spokenFormats: ReadonlySet<FormatName> = new Set<FormatName>([
  'github',
  'turbowrap',
  'unified',
  'accountability',
  'ralph',
  'answer',
]);

export const isSpoken = (name: FormatName): boolean => spokenFormats.has(name);

/** Notes the folder in findings of tools. */
export const notingFolder = <T extends { format: FormatName; findings: DraftFinding[] }>(
  read: T,
  folder: string,
): T => {
  if (!isSpoken(read.format)) for (const finding of read.findings) finding.ranIn = folder;
  return read;
};
