/** Whether a change can be about its finding at all, by the files that it touches. */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { namedAmong } from '../../plain/named-files.ts';

type Patch = {
  finding: Finding;
  /** Paths that the change touches. */
  files: readonly string[];
  /** What the fixer says of it. */
  explanation: string;
};

/** Why a change cannot be about its finding, in words for the fixer; null when a challenger has to look. */
export const besideThePoint = ({ finding, files, explanation }: Patch): string | null => {
  if (finding.file === undefined) return null;
  const places = filesOf(finding);
  if (files.some((file) => places.includes(file)) || namedAmong(files)(explanation).size > 0) return null;
  return `the change does not touch ${finding.file}, nor any file that the explanation names`;
};
