/**
 * The report as JUnit XML: a suite for each reviewer, a test for each finding, by the rules of both schemas in use
 * (Ant's and Jenkins's).
 */
import { isRechecked } from '../model/run/rechecked.ts';
import type { Report, ReportFinding } from '../model/report.ts';
import { present } from '../plain/present.ts';
import { coverageLine, isIncomplete } from '../views/coverage.ts';
import { outcomeOf } from '../views/words/runs.ts';
import { attemptResult } from '../views/words/judgements.ts';
import { placeThenAndNow } from '../views/words/places.ts';
import { duration } from '../views/words/amounts.ts';
import { attributes, content } from '../plain/xml-text.ts';

type Outcome = 'passed' | 'failed' | 'skipped' | 'error';
type Case = {
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

const toCase = (finding: ReportFinding): Case => ({
  name: `${finding.code}: ${finding.title}`,
  classname: finding.file ?? finding.reviewer,
  ms: finding.attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0),
  outcome: outcomes[finding.status],
  message: finding.reason ?? finding.status,
  details: detailsOf(finding),
});

/** A reviewer that failed or was not asked reported nothing, which must not look like a clean bill. */
const reviewCases = ({ name, round, verdict, message, durationMs }: Report['reviewers'][number]): Case[] => {
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

const coverageCases = (report: Report): Case[] => {
  if (report.coverage === null || !isIncomplete(report)) return [];
  const message = coverageLine(report.coverage);
  return [
    { name: 'every change is reviewed', classname: 'coverage', ms: 0, outcome: 'failed', message, details: [message] },
  ];
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const tags = { failed: 'failure', error: 'error', skipped: 'skipped' } as const;

const inner = ({ outcome, message, details }: Case): string => {
  if (outcome === 'passed') return '';
  const tag = tags[outcome];
  const type = outcome === 'skipped' ? {} : { type: outcome === 'error' ? 'review' : 'finding' };
  const text = outcome === 'failed' ? content(details.filter((line) => line.trim() !== '').join('\n')) : '';
  return `<${tag}${attributes({ message, ...type })}>${text}</${tag}>`;
};

const caseXml = (each: Case): string => {
  const head = attributes({ name: each.name, classname: each.classname || '-', time: seconds(each.ms) });
  return `    <testcase${head}>${inner(each)}</testcase>\n`;
};

const suiteXml = (name: string, cases: readonly Case[], id: number, report: Report): string => {
  const count = (outcome: Outcome): number => cases.filter((each) => each.outcome === outcome).length;
  const head = attributes({
    name: name.trim() || '-',
    package: 'fixpoint',
    id,
    // Both schemas want a time without a zone; this is UTC.
    timestamp: new Date(report.startedAt).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  });
  const doubtful = report.findings.filter(
    ({ reviewer, status, proof = [] }) => reviewer === name && status === 'fixed' && !isRechecked(proof),
  );
  const known = { run: report.run, status: outcomeOf(report), start: report.start };
  const facts = Object.entries({
    ...known,
    ...(doubtful.length > 0 && { 'not re-checked': doubtful.map(({ code }) => code).join(', ') }),
  })
    .map(([key, value]) => `<property${attributes({ name: key, value })}/>`)
    .join('');
  const body = cases.map(caseXml).join('');
  return (
    `  <testsuite${head}>\n    <properties>${facts}</properties>\n${body}    <system-out/>\n    ` +
    `<system-err/>\n  </testsuite>\n`
  );
};

export const junitReport = (report: Report): string => {
  const suites = new Map<string, Case[]>();
  const add = (suite: string, cases: readonly Case[]): void =>
    void suites.set(suite, [...(suites.get(suite) ?? []), ...cases]);
  for (const reviewer of report.reviewers) add(reviewer.name, reviewCases(reviewer));
  for (const [name, findings] of Map.groupBy(report.findings, ({ reviewer }) => reviewer))
    add(name, findings.map(toCase));
  const gaps = coverageCases(report);
  if (gaps.length > 0) add('coverage', gaps);
  const body = [...suites].map(([name, cases], id) => suiteXml(name, cases, id, report)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}</testsuites>\n`;
};
