/** What a report says, as tests of JUnit. */
import type { Report } from '../../model/report.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import { present } from '../../plain/present.ts';
import { coverageLine, isIncomplete } from '../../views/coverage.ts';
import { attemptResult } from '../../views/words/judgements.ts';
import { placeThenAndNow } from '../../views/words/places.ts';
import { duration } from '../../views/words/amounts.ts';

export type Outcome = 'passed' | 'failed' | 'skipped' | 'error';
export type Case = {
  name: string;
  classname: string;
  ms: number;
  outcome: Outcome;
  message: string;
  details: readonly string[];
};

const shownAttempts = 3;

const attemptLine = (attempt: ReportFinding['attempts'][number]): string => {
  const { challenge, flag } = attempt;
  const said = present([
    attempt.reason,
    attempt.explanation,
    challenge !== undefined && `challenge: ${challenge.score}, ${challenge.threshold} needed: ${challenge.feedback}`,
    flag !== undefined && `flagged: ${flag}`,
  ]).filter((text) => text !== undefined && text !== '');
  return [
    `Attempt ${attempt.n} by ${attempt.agent}: ${attemptResult(attempt)} after ${duration(attempt.durationMs)}`,
    ...said,
  ].join('\n  ');
};

const detailsOf = (finding: ReportFinding): string[] =>
  present([
    `${placeThenAndNow(finding)}: ${finding.severity}, ${finding.rule ?? finding.category}`,
    finding.description,
    finding.suggestion !== undefined && `Suggestion: ${finding.suggestion}`,
    finding.attempts.length > shownAttempts &&
      `${finding.attempts.length} attempts, the last ${shownAttempts} of them:`,
    ...finding.attempts.slice(-shownAttempts).map(attemptLine),
  ]);

const outcomes: Readonly<Record<ReportFinding['status'], Outcome>> = {
  fixed: 'passed',
  dismissed: 'skipped',
  blocked: 'failed',
  open: 'failed',
  deferred: 'failed',
};

export const toCase = (finding: ReportFinding): Case => ({
  name: `${finding.code}: ${finding.title}`,
  classname: finding.file ?? finding.reviewer,
  ms: finding.attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0),
  outcome: outcomes[finding.status],
  message: finding.reason ?? finding.status,
  details: detailsOf(finding),
});

/** A reviewer that failed or was not asked reported nothing, which must not look like a clean bill. */
export const reviewCases = ({ name, round, verdict, message, durationMs }: Report['reviewers'][number]): Case[] => {
  if (verdict !== 'error' && verdict !== 'skipped') return [];
  const isError = verdict === 'error';
  return [
    {
      name: round > 1 ? `review, round ${round}` : 'review',
      classname: name,
      ms: durationMs,
      outcome: isError ? 'error' : 'skipped',
      message: message ?? (isError ? 'the reviewer failed' : 'skipped'),
      details: [],
    },
  ];
};

export const coverageCases = (report: Report): Case[] => {
  if (report.coverage === null || !isIncomplete(report)) return [];
  const message = coverageLine(report.coverage);
  return [
    { name: 'every change is reviewed', classname: 'coverage', ms: 0, outcome: 'failed', message, details: [message] },
  ];
};
