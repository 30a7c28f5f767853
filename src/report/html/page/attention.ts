/** What a person has to look at first: of the run, then of its findings. */
import type { Report } from '../../../model/report.ts';
import type { ReportFinding } from '../../../model/finding/reported.ts';
import { present } from '../../../plain/present.ts';
import { startOutput } from '../../start-output.ts';
import { coverageLine, isIncomplete } from '../../../views/coverage.ts';
import { count } from '../../../views/words/amounts.ts';
import { verdict } from '../../../views/words/judgements.ts';
import { reviewerLine, wantsFixes } from '../../../views/words/runs.ts';
import type { Anchors } from '../anchors.ts';
import { groupsOf, lookOf, type Outcome } from '../groups.ts';
import { html, type Html, nothing, type Part } from '../markup.ts';
import { badge, list, section, type Section, words } from '../pieces.ts';
import { more, remarks, shortened } from './remarks.ts';

/** More than these are counted, and stand below. */
const mostRows = 6;

const stopped = ({ message, stopReason }: Report): Part => {
  if (message === null && stopReason === null) return null;
  const why = stopReason === null ? '' : ` (stopped: ${stopReason})`;
  return html`${words(message ?? 'The run stopped early')}${why}`;
};

/** The end of what the untouched start printed, where the run was stopped for it. */
const startPrinted = (report: Report): Part => {
  const lines = startOutput(report);
  return (
    lines.length > 0 &&
    html`The untouched start printed:
      <pre class="output">${lines.join('\n')}</pre>`
  );
};

const verificationAlerts = (report: Report): Part[] => {
  const { configured, baseline, final, doubt } = report.verification;
  const isUnverified = !configured && wantsFixes(report) && report.totals.total > 0;
  return [
    isUnverified && html`<b>Nothing verifies these fixes</b>: no verification commands are configured.`,
    doubt !== undefined && words(doubt),
    baseline !== null &&
      baseline.verdict !== 'passed' &&
      `The untouched start: verification ${verdict(baseline.verdict)}.`,
    startPrinted(report),
    final !== null && final.verdict !== 'passed' && html`<b>The result: verification ${verdict(final.verdict)}.</b>`,
  ];
};

const waiting = ({ status, questions }: Report): Part => {
  const unanswered = questions.filter(({ answer }) => answer === null).length;
  return status === 'waiting' && html`<a href="#questions">${count(unanswered, 'question')}</a> for you to answer`;
};

const reviewAlerts = (report: Report): Part[] => {
  const failed = report.reviewers.filter(({ verdict: said }) => said === 'error');
  const { coverage } = report;
  return [
    waiting(report),
    ...failed.map((each) => words(reviewerLine(each))),
    coverage !== null && isIncomplete(report) && html`Not everything was reviewed: ${words(coverageLine(coverage))}`,
  ];
};

const findingRow = ({ code, title, severity, reason }: ReportFinding, anchors: Anchors): Html =>
  html`<a href="#${anchors(code)}">${words(code)}</a> ${badge(severity, `severity ${severity}`)}
    ${words(shortened(title))}${reason !== undefined && html`<span class="reason">${words(shortened(reason))}</span>`}`;

const findingRows = (report: Report, anchors: Anchors, outcome: Outcome): Html => {
  const group = groupsOf(report).find((each) => each.outcome === outcome);
  if (group === undefined) return nothing;
  const { findings } = group;
  const rest = findings.length - mostRows;
  const rows = findings.slice(0, mostRows).map((finding) => findingRow(finding, anchors));
  return html`<h3>${lookOf(outcome, report).title} <span class="quiet">${findings.length}</span></h3>
    ${list([...rows, ...(rest > 0 ? [more(rest, `group-${outcome}`)] : [])], `attention ${outcome}`)}`;
};

export const attention = (report: Report, anchors: Anchors): Section => {
  const alerts = present([stopped(report), ...verificationAlerts(report), ...reviewAlerts(report), ...remarks(report)]);
  const rows = wantsFixes(report)
    ? [findingRows(report, anchors, 'left'), findingRows(report, anchors, 'unchecked')]
    : [];
  return section('attention', 'Needs your attention', [list(alerts, 'alerts'), ...rows]);
};
