/** Lines about reviews. */
import type { RunEventOf } from '../../model/event.ts';
import { notReviewed } from '../coverage.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { count, duration } from '../words/amounts.ts';
import { foundWords } from '../words/runs.ts';
import type { Lines } from './calls.ts';
import type { Names } from '../names/names.ts';
import { said } from '../said.ts';

const mergedIn = ({ findings }: RunEventOf<'findings.admitted'>): number =>
  findings.filter(({ merged }) => merged).length;

const causes = {
  first: 'Review',
  sequence: 'Next review',
  again: 'Review of what the fixes changed',
  last: 'Last look at the result',
} as const;

/** Those that should have been looked at; what the configuration leaves out is in the report. */
const scopeLine = ({ reviewer, parts, left }: RunEventOf<'review.scoped'>): string | null => {
  const missing = left.filter(({ wanted }) => wanted);
  const calls = parts.length > 1 ? [`reads the changes in ${parts.length} calls`] : [];
  const not = missing.length === 0 ? [] : [`is not asked about all of them: ${shorten(notReviewed(missing), 300)}`];
  const out = [...new Set(left.filter(({ reason }) => reason.startsWith('excluded')).map(({ file }) => file))];
  const excluded = out.length === 0 ? [] : [`skips ${count(out.length, 'excluded file')}`];
  const all = [...calls, ...not, ...excluded];
  return all.length === 0 ? null : `${printable(reviewer)} ${all.join(', and ')}`;
};

const reviewedLine = ({
  verdict: word,
  reviewer,
  message,
  findings,
  durationMs,
}: RunEventOf<'review.finished'>): string => {
  if (word === 'skipped') return `Skipped ${printable(reviewer)}${said(message)}`;
  if (word === 'error') return `Review by ${printable(reviewer)} failed (${duration(durationMs)})${said(message)}`;
  const found = foundWords(word, findings.length);
  return `Reviewed with ${printable(reviewer)}: ${found} (${duration(durationMs)})${said(message)}`;
};

const admittedLine = (event: RunEventOf<'findings.admitted'>, names: Names): string => {
  const asides = [
    ...(mergedIn(event) > 0 ? [`${mergedIn(event)} of them stand for several reports`] : []),
    ...(event.leftOut > 0 ? [`${event.leftOut} left out by --only`] : []),
    ...(event.problems.length > 0 ? [`${count(event.problems.length, 'remark')} about what was read`] : []),
  ];
  const found = count(event.findings.length, names.round() > 1 ? 'new finding' : 'finding');
  return asides.length > 0 ? `${found} (${asides.join('; ')})` : found;
};

export const reviewLines = {
  'round.started': ({ cause, reviewers, base }) => {
    const asked = `${causes[cause]}: ${reviewers.map(printable).join(', ') || 'nobody'}`;
    return base === null ? asked : `${asked}, compared with ${base.slice(0, 12)}`;
  },
  'review.started': ({ reviewer }) => `Reviewing with ${printable(reviewer)}`,
  'review.scoped': scopeLine,
  'review.finished': reviewedLine,
  'findings.admitted': admittedLine,
} satisfies Partial<Lines>;
