/** Machine-made edits as a fix of SARIF, whole and exact or not at all. */
import type { Finding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import type { ColumnKind, Fix, Replacement } from './log.ts';
import { isCounted, isExactAsUri, locationOf, regionOfEdit } from './place.ts';

/** Whether the columns of a finding count what the columns of the run count, as far as its edits tell. */
export const countsAlike = ({ edits = [] }: Finding, kind: ColumnKind): boolean =>
  edits.every(({ range }) => range.by !== 'position' || isCounted(range.unit, kind));

/** Whether reading a fix back gives these edits: whole lines come back as positions. */
export const isExactAsFix = (edits: readonly TextEdit[]): boolean => edits.every(({ range }) => range.by !== 'lines');

const replacementOf = (edit: TextEdit, kind: ColumnKind): Replacement | null => {
  const deletedRegion = regionOfEdit(edit, kind);
  return deletedRegion && { deletedRegion, ...(edit.text !== '' && { insertedContent: { text: edit.text } }) };
};

const replacementsByFile = (edits: readonly TextEdit[], kind: ColumnKind): Map<string, Replacement[]> | null => {
  const byFile = new Map<string, Replacement[]>();
  let before: string | undefined;
  for (const edit of edits) {
    const replacement = replacementOf(edit, kind);
    const earlier = byFile.get(edit.file);
    if (replacement === null || !isExactAsUri(edit.file) || (earlier && before !== edit.file)) return null;
    byFile.set(edit.file, [...(earlier ?? []), replacement]);
    before = edit.file;
  }
  return byFile;
};

/**
 * Null when SARIF cannot say them: another unit, backwards, a name that a URI does not carry, or files that take turns.
 */
export const fixOf = ({ edits = [], suggestion }: Finding, kind: ColumnKind): Fix | null => {
  const byFile = replacementsByFile(edits, kind);
  if (byFile === null || byFile.size === 0) return null;
  return {
    ...(suggestion !== undefined && suggestion.trim() !== '' && { description: { text: suggestion } }),
    artifactChanges: [...byFile].map(([file, replacements]) => ({ artifactLocation: locationOf(file), replacements })),
  };
};

/** A run has one kind of columns: the one in which most fixes can be said, UTF-16 where it makes no difference. */
export const columnKindOf = (findings: readonly Finding[]): ColumnKind => {
  if (findings.every((finding) => countsAlike(finding, 'utf16CodeUnits'))) return 'utf16CodeUnits';
  const sayable = (kind: ColumnKind): number => findings.filter((finding) => fixOf(finding, kind) !== null).length;
  return sayable('unicodeCodePoints') > sayable('utf16CodeUnits') ? 'unicodeCodePoints' : 'utf16CodeUnits';
};
