/** Lines, columns and the code of a region. */
import type { DraftFinding } from '../../../model/finding.ts';
import { toLineRange } from '../../read/lines.ts';
import { own } from '../../../plain/shape.ts';
import type { Place } from './result-shape.ts';

type Region = NonNullable<Place['region']>;

const isColumn = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** An end at column 1 lies before that line. */
const endsBefore = ({ startLine, endLine, endColumn }: Region): boolean =>
  endColumn === 1 && (endLine ?? 0) > (startLine ?? 0);

/** Puts the lines and columns of a region into a finding; columns only where there is a line. */
export const placeRegion = (region: Region, finding: DraftFinding, say: (message: string) => void): void => {
  const before = endsBefore(region);
  const range = toLineRange(region.startLine, before ? (region.endLine ?? 0) - 1 : region.endLine);
  if (!range) return say(`${String(region.startLine)} is not a line; the finding is kept without one`);
  if (range.line === undefined) return undefined;
  finding.line = range.line;
  if (range.endLine !== undefined) finding.endLine = range.endLine;
  const { startColumn, endColumn } = region;
  if (!isColumn(startColumn)) return undefined;
  finding.column = startColumn;
  if (!before && isColumn(endColumn) && (range.endLine !== undefined || endColumn >= startColumn))
    finding.endColumn = endColumn;
  return undefined;
};

const longestQuote = 2_000;

/** The code of the region itself. What is long, or was damaged on the way, proves nothing. */
export const quoteOf = (region: Region): string | undefined => {
  const text = own(region.snippet, 'text');
  if (typeof text !== 'string' || text.length > longestQuote || text.trim() === '') return undefined;
  return text.isWellFormed() && !text.includes('\0') ? text : undefined;
};
