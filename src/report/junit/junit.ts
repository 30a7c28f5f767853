/**
 * The report as JUnit XML: a suite for each reviewer, a test for each finding, by the rules of both schemas in use
 * (Ant's and Jenkins's).
 */
import { isRechecked } from '../../model/run/rechecked.ts';
import type { Report } from '../../model/report.ts';
import { outcomeOf } from '../../views/words/runs.ts';
import { attributes, content } from '../../plain/xml/xml-text.ts';
import { type Outcome, type Case, toCase, reviewCases, coverageCases } from './cases.ts';

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

const numberOf = (cases: readonly Case[], outcome: Outcome): number =>
  cases.filter((each) => each.outcome === outcome).length;

const suiteXml = (name: string, cases: readonly Case[], id: number, report: Report): string => {
  const head = attributes({
    name: name.trim() || '-',
    package: 'fixpoint',
    id,
    // Both schemas want a time without a zone; this is UTC.
    timestamp: new Date(report.startedAt).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: numberOf(cases, 'failed'),
    errors: numberOf(cases, 'error'),
    skipped: numberOf(cases, 'skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  });
  return [
    `  <testsuite${head}>\n`,
    `    <properties>${properties(name, report)}</properties>\n`,
    ...cases.map(caseXml),
    '    <system-out/>\n    <system-err/>\n  </testsuite>\n',
  ].join('');
};

/** Facts about the run, and what of this reviewer nobody looked at again. */
const properties = (name: string, report: Report): string => {
  const doubtful = report.findings.filter(
    ({ reviewer, status, proof = [] }) => reviewer === name && status === 'fixed' && !isRechecked(proof),
  );
  const facts = {
    run: report.run,
    status: outcomeOf(report),
    start: report.start,
    ...(doubtful.length > 0 && { 'not re-checked': doubtful.map(({ code }) => code).join(', ') }),
  };
  return Object.entries(facts)
    .map(([key, value]) => `<property${attributes({ name: key, value })}/>`)
    .join('');
};

/** A suite for each reviewer, also for one that has nothing to tell, and one for what nobody looked at. */
const suitesOf = (report: Report): Map<string, Case[]> => {
  const suites = new Map<string, Case[]>();
  const add = (suite: string, cases: readonly Case[]): void =>
    void suites.set(suite, [...(suites.get(suite) ?? []), ...cases]);
  for (const reviewer of report.reviewers) add(reviewer.name, reviewCases(reviewer));
  for (const finding of report.findings) add(finding.reviewer, [toCase(finding)]);
  for (const gap of coverageCases(report)) add('coverage', [gap]);
  return suites;
};

export const junitReport = (report: Report): string => {
  const body = [...suitesOf(report)].map(([name, cases], id) => suiteXml(name, cases, id, report)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}</testsuites>\n`;
};
