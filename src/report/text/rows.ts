/** The findings of a report as lines of a terminal. */
import type { Report } from '../../model/report.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { wantsFixes } from '../../views/words/runs.ts';
import { proofWords } from '../../views/words/judgements.ts';
import { widthOf } from './width.ts';
import { placeThenAndNow } from '../../views/words/places.ts';
import type { Style, Paint } from './paint.ts';

const looks: Readonly<Record<ReportFinding['status'], { mark: string; style: Style }>> = {
  fixed: { mark: '✔', style: 'green' },
  blocked: { mark: '✘', style: 'red' },
  dismissed: { mark: '–', style: 'gray' },
  open: { mark: '○', style: 'yellow' },
  deferred: { mark: '○', style: 'yellow' },
};

/** A reason is cut on the terminal; the Markdown report has all of it. */
export const longestReason = 240;

const outcome = (finding: ReportFinding): string => {
  const { status, commit, attempts, proof = [] } = finding;
  const reason = finding.reason === undefined ? '' : `: ${shorten(printable(finding.reason), longestReason)}`;
  if (status !== 'fixed') return `${status}${reason}`;
  const doubt = proofWords(proof);
  const where = commit === undefined ? '' : ` in ${commit.slice(0, 12)}`;
  const words = doubt === '' ? [`fixed${where}`] : [`changed${where}, ${doubt}`];
  if (!attempts.some(({ result }) => result === 'accepted')) words.push(reason);
  const score = attempts.at(-1)?.challenge?.score;
  if (score !== undefined) words.push(`, scored ${score}`);
  return words.join('');
};

/** Why the run stopped is told below: not once more for each finding. */
const saidOnce = (finding: ReportFinding, { message }: Report): ReportFinding =>
  message !== null && finding.reason === message ? { ...finding, reason: 'the run stopped (see below)' } : finding;

type Row = { finding: ReportFinding; code: string; place: string; title: string };

const rowOf = (finding: ReportFinding): Row => ({
  finding,
  code: printable(finding.code),
  place: printable(placeThenAndNow(finding)),
  title: shorten(printable(finding.title), 100),
});

export const findingLines = (report: Report, paint: Paint): string[] => {
  const rows = report.findings.map((finding) => rowOf(saidOnce(finding, report)));
  const widths = { code: widthOf(rows.map(({ code }) => code)), place: widthOf(rows.map(({ place }) => place)) };
  return rows.map((row) => findingLine(row, widths, { isFound: isOnlyFound(row.finding, report), paint }));
};

const isOnlyFound = ({ status }: ReportFinding, report: Report): boolean => !wantsFixes(report) && status === 'blocked';

/** Where nothing was to be fixed, only what somebody dismissed has an outcome. */
const findingLine = (
  { finding, code, place, title }: Row,
  widths: { code: number; place: number },
  { isFound, paint }: { isFound: boolean; paint: Paint },
): string => {
  const { mark, style } = looks[isFound ? 'open' : finding.status];
  const where = `${finding.severity.padEnd(8)}  ${place.padEnd(widths.place)}`;
  const line = `  ${paint(style, mark)} ${code.padEnd(widths.code)}  ${where}  ${title}`;
  const end = isFound ? line : `${line} ${paint('dim', '→')} ${paint(style, outcome(finding))}`;
  const by = toolOf(finding);
  return by === '' ? end : `${end} ${paint('dim', `[${by}]`)}`;
};

/** Who says so, by which rule: what `--only` takes, and what a person looks up. */
const toolOf = ({ rule, reviewer }: ReportFinding): string =>
  [rule, reviewer === 'import' ? undefined : reviewer]
    .filter((name) => name !== undefined)
    .map(printable)
    .join(', ');
