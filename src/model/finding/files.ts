/** The files that a finding is about: two findings that share one are never worked on side by side. */
import { present } from '../../plain/present.ts';
import type { Finding } from '../finding.ts';

/**
 * Each once, its own first. None for a finding that could be about anything. Reports that were merged into one finding
 * are about the same file.
 */
export const filesOf = ({ file, edits = [] }: Pick<Finding, 'file' | 'edits'>): string[] => [
  ...new Set(present([file !== undefined && file, ...edits.map((edit) => edit.file)])),
];

/** What its reviewer grouped it under, apart from groups of others with the same name; null for none. */
export const groupOf = ({ group, reviewer }: Pick<Finding, 'group' | 'reviewer'>): string | null =>
  group === undefined ? null : JSON.stringify([reviewer, group]);
