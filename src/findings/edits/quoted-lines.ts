/**
 * Whether an edit of whole lines would hit others than those that its finding quotes, as when the file has moved on.
 */
import type { Finding } from '../../model/finding.ts';
import type { TextEdit } from '../../model/finding/edits.ts';
import { toSpan } from './text-positions.ts';

/** Line breaks and blanks at the end of a line are not always quoted. */
const lines = (text: string): string[] => text.split('\n').map((line) => line.trimEnd());

/** False where the quote is of something else than the lines that are replaced, or not there at all. */
export const isElsewhere = (text: string, finding: Finding, { file, range }: TextEdit): boolean => {
  const { quote, line, endLine = line } = finding;
  if (quote === undefined || range.by !== 'lines' || file !== finding.file) return false;
  if (range.startLine !== line || range.endLine !== endLine) return false;
  const bare = text.replace(/^\uFEFF/, '');
  const span = toSpan(bare, range);
  return span !== null && lines(bare.slice(span.start, span.end)).join('\n') !== lines(quote).join('\n');
};
