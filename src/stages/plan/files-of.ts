/** The files that a finding is about: two findings that share one are never worked on side by side. */
import type { Finding } from '../../model/finding.ts';

/**
 * None for a finding that could be about anything. Reports that were merged into one finding are about the same file.
 */
export const filesOf = (finding: Finding): string[] => [
  ...new Set([
    ...(finding.file === undefined ? [] : [finding.file]),
    ...(finding.edits ?? []).map((edit) => edit.file),
  ]),
];
