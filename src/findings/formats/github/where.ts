/** What a comment is about: lines of the file as it is now, or something that no edit can reach. */
import type { DraftFinding } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { codeOf, lastLineOf } from './hunk.ts';
import type { Comment } from './threads.ts';

export type Where = {
  place: Pick<DraftFinding, 'line' | 'endLine' | 'quote'>;
  /** Lines that a suggestion replaces; where there are none, why. */
  lines: { startLine: number; endLine: number } | { reason: string };
  /** For people, where the place is not one of the file as it is now. */
  note: string;
};

const isLine = (value: number | null | undefined): value is number =>
  value !== undefined && value !== null && Number.isSafeInteger(value) && value >= 1;

const nowhere = (reason: string, note = ''): Where => ({ place: {}, lines: { reason }, note });

const lastLine = ({ line, position, diff_hunk: hunk }: Comment): number | null | undefined =>
  // Old servers give a position in the diff and no line.
  line === undefined && isLine(position) && hunk ? lastLineOf(hunk) : line;

const outdated = ({ original_line: line, original_commit_id: commit }: Comment): Where =>
  nowhere(
    'it is outdated',
    isLine(line)
      ? `Made about line ${line}${commit ? ` of commit ${commit.slice(0, 12)}` : ''}, which has changed since.`
      : '',
  );

export const whereOf = (comment: Comment): Where => {
  const last = lastLine(comment);
  if (comment.subject_type === 'file') return nowhere('it is about the file as a whole');
  if (!isLine(last)) return outdated(comment);
  if (comment.side?.toUpperCase() === 'LEFT')
    return nowhere('it is about lines that were removed', `Made about line ${last}, which was removed.`);
  const first = isLine(comment.start_line) ? comment.start_line : last;
  const startsLeft = first !== last && comment.start_side?.toUpperCase() === 'LEFT';
  if (startsLeft || first > last) return { ...nowhere('it begins on a line that was removed'), place: { line: last } };
  const quote = codeOf(comment.diff_hunk ?? '', last - first + 1);
  return {
    place: { line: first, ...(last > first && { endLine: last }), ...given({ quote }) },
    lines: { startLine: first, endLine: last },
    note: '',
  };
};
