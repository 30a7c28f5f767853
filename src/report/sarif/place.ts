/** Where something lies, in the words of SARIF: URIs relative to the root of the repository, and regions. */
import { type EditRange, type TextEdit, endOfLine } from '../../model/finding/edits.ts';
import type { ArtifactLocation, ColumnKind, Region } from './log.ts';

/** Segment by segment, so that `#`, `%`, `?`, `:` and blanks in a name stay part of it. */
const encode = (file: string): string => file.toWellFormed().split('/').map(encodeURIComponent).join('/');

/**
 * Without a file: the repository as a whole, because consumers such as GitHub refuse a log with a result that has no
 * location.
 */
export const locationOf = (file: string | undefined): ArtifactLocation => ({
  uri: file === undefined ? '.' : encode(file),
  uriBaseId: 'SRCROOT',
});

/** Readers take a backslash for a separator, backticks for quotes, and cannot know what is not a character. */
export const isExactAsUri = (file: string): boolean => file.isWellFormed() && !/[\\`]/.test(file);

const units: Readonly<Record<ColumnKind, string>> = { utf16CodeUnits: 'utf16', unicodeCodePoints: 'codePoint' };

/** Whether columns of this unit can be said in a run of this kind. */
export const isCounted = (unit: 'utf16' | 'codePoint' | 'utf8', kind: ColumnKind): boolean => unit === units[kind];

const regionOfPositions = (range: Extract<EditRange, { by: 'position' }>, kind: ColumnKind): Region | null => {
  const { startLine, startColumn, endLine, endColumn } = range;
  if (!isCounted(range.unit, kind) || endLine < startLine || (endLine === startLine && endColumn < startColumn))
    return null;
  // SARIF reads an end that is not there as the end of the line.
  return { startLine, startColumn, endLine, ...(endColumn !== endOfLine && { endColumn }) };
};

/**
 * What an edit replaces. Null for what this run's columns cannot say, what leads backwards, and what depends on the
 * file's line breaks.
 */
export const regionOfEdit = ({ range, text }: TextEdit, kind: ColumnKind): Region | null => {
  if (range.by === 'position') return regionOfPositions(range, kind);
  if (range.by === 'lines') {
    return text === '' || text.includes('\n') || range.endLine < range.startLine
      ? null
      : { startLine: range.startLine, endLine: range.endLine };
  }
  // Offsets count what columns count.
  return kind === 'utf16CodeUnits' && range.end >= range.start
    ? { charOffset: range.start, charLength: range.end - range.start }
    : null;
};

type Lines = {
  line?: number | undefined;
  endLine?: number | undefined;
  column?: number | undefined;
  endColumn?: number | undefined;
};

/** Of a finding. A whole file is shown at its first line. */
export const regionOfLines = ({ line, endLine, column, endColumn }: Lines, hasColumns: boolean): Region => {
  if (line === undefined) return { startLine: 1 };
  const last = endLine !== undefined && endLine > line ? endLine : line;
  const ends = hasColumns && column !== undefined && endColumn !== undefined && (last > line || endColumn >= column);
  return {
    startLine: line,
    ...(hasColumns && column !== undefined && { startColumn: column }),
    ...(last > line && { endLine: last }),
    ...(ends && { endColumn }),
  };
};
