/** The report as terminal text: one line per finding, then what to know and what to do. */
import { styleText } from 'node:util';
import type { Report, ReportFinding } from '../model/report.ts';
import type { Verification } from '../model/verification.ts';
import { present } from '../plain/present.ts';
import { nextSteps } from './next-steps.ts';
import { startOutput } from './start-output.ts';
import { printable, shorten } from '../plain/printable.ts';
import { coverageLine } from '../views/coverage.ts';
import { questionWords } from '../views/questions.ts';
import { nobodyWords, recheckerWords } from '../views/recheck.ts';
import {
  configurationFrom,
  foundLine,
  outcomeOf,
  planLine,
  reviewerLine,
  setupWords,
  stagesCalled,
  wantsFixes,
} from '../views/words/runs.ts';
import { proofWords, verdict } from '../views/words/judgements.ts';
import { placeThenAndNow } from '../views/words/places.ts';
import { cost, count, duration, usd } from '../views/words/amounts.ts';

export type TextOptions = {
  color: boolean;
  /** Files that were written for people, by what they are. */
  files?: readonly { name: string; path: string }[];
};

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const painter = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;

const looks: Readonly<Record<ReportFinding['status'], { mark: string; style: Style }>> = {
  fixed: { mark: '✔', style: 'green' },
  blocked: { mark: '✘', style: 'red' },
  dismissed: { mark: '–', style: 'gray' },
  open: { mark: '○', style: 'yellow' },
  deferred: { mark: '○', style: 'yellow' },
};

/** A reason is cut on the terminal; the Markdown report has all of it. */
const longestReason = 240;

const outcome = (finding: ReportFinding): string => {
  const reason = finding.reason === undefined ? '' : `: ${shorten(printable(finding.reason), longestReason)}`;
  if (finding.status !== 'fixed' || finding.commit === undefined) return `${finding.status}${reason}`;
  const score = finding.attempts.at(-1)?.challenge?.score;
  const together = finding.attempts.some(({ result }) => result === 'accepted') ? '' : reason;
  const scored = score === undefined ? '' : `, scored ${score}`;
  const doubt = proofWords(finding.proof ?? []);
  return (
    `${doubt === '' ? 'fixed' : 'changed'} in ` +
    `${finding.commit.slice(0, 12)}${doubt === '' ? '' : `, ${doubt}`}${together}${scored}`
  );
};

type Row = { finding: ReportFinding; code: string; place: string; title: string };

const rowOf = (finding: ReportFinding): Row => ({
  finding,
  code: printable(finding.code),
  place: printable(placeThenAndNow(finding)),
  title: shorten(printable(finding.title), 100),
});

const widestColumn = 40;
const widthOf = (rows: readonly Row[], key: 'code' | 'place'): number =>
  rows.reduce((widest, row) => Math.min(widestColumn, Math.max(widest, row[key].length)), 0);

const findingLines = (report: Report, paint: Paint): string[] => {
  const rows = report.findings.map(rowOf);
  const [codes, places] = [widthOf(rows, 'code'), widthOf(rows, 'place')];
  return rows.map(({ finding, code, place, title }) => {
    const isFound = !wantsFixes(report) && finding.status === 'blocked';
    const { mark, style } = looks[isFound ? 'open' : finding.status];
    const start = `${paint(style, mark)} ${code.padEnd(codes)}  ${finding.severity.padEnd(8)}  ${place.padEnd(places)}`;
    // Where nothing was to be fixed, only what somebody dismissed has an outcome.
    if (isFound) return `  ${start}  ${title}`;
    return `  ${start}  ${title} ${paint('dim', '→')} ${paint(style, outcome(finding))}`;
  });
};

const heading = (report: Report, paint: Paint): string => {
  const words = outcomeOf(report);
  const style: Style = words === 'clean' ? 'green' : report.status === 'failed' ? 'red' : 'yellow';
  const cycles = wantsFixes(report) ? count(report.cycles.length, 'cycle') : '';
  const facts = [foundLine(report), cycles, duration(report.durationMs), cost(report)];
  return (
    `${paint('bold', `Run ${report.run}`)}: ${paint(style, words)} ` +
    `(${facts.filter((fact) => fact !== '').join('; ')})`
  );
};

const nothingVerifies =
  'NOTHING VERIFIES THESE FIXES: no verification commands are configured. Name them with verify.commands or ' +
  '--verify CMD.';

/** The loud note above says it. */
const saidAlready = /^Nothing verifies/;

const reviewLines = (report: Report, paint: Paint): string[] => {
  const { coverage } = report;
  return present([
    ...report.reviewers.map((reviewer) => {
      const line = printable(reviewerLine(reviewer));
      return reviewer.verdict === 'error' ? paint('red', line) : line;
    }),
    coverage !== null && (coverage.complete ? coverageLine(coverage) : paint('yellow', coverageLine(coverage))),
  ]);
};

const configurationLines = (report: Report): string[] => {
  const from = configurationFrom(report);
  return from === null ? [] : [`Configuration from ${printable(from)}`];
};

/** A computed plan that needed no correction is nothing to talk about. */
const planLines = ({ plan }: Report, paint: Paint): string[] =>
  plan === null || (plan.by === 'computed' && plan.corrections.length === 0)
    ? []
    : [
        `Plan: ${planLine(plan)}`,
        ...plan.corrections.map((text) => `${paint('yellow', 'Plan corrected:')} ${printable(text)}`),
      ];

const flagLines = ({ findings }: Report, paint: Paint): string[] =>
  findings.flatMap(({ code, attempts }) =>
    attempts.flatMap(({ n, flag }) =>
      flag === undefined
        ? []
        : [
            `${paint('yellow', 'Flagged:')} ${printable(code)}, attempt ${n}: ` +
              shorten(printable(flag), longestReason),
          ],
    ),
  );

/** Only where others than the fixer were called: all else stands in the first line. */
const callLines = (report: Report): string[] => {
  const called = stagesCalled(report);
  if (called.every(({ name }) => name === 'fix')) return [];
  const words = called.map(
    ({ name, stage }) => `${name} ${stage.calls}${stage.usd === null ? '' : ` (${usd(stage.usd)})`}`,
  );
  return [`Calls of agents: ${words.join(', ')}`];
};

/** Who looked again, and where nobody did. */
const recheckLines = (report: Report, paint: Paint): string[] => {
  const { recheck } = report;
  if (recheck === null || !wantsFixes(report)) return [];
  const looked = recheck.tools.filter(({ findings }) => findings.length > 0);
  return [
    ...looked.map(
      ({ name, command, findings }) =>
        `Looks again at ${count(findings.length, 'finding')}: ${printable(recheckerWords({ name, command }))}`,
    ),
    ...recheck.nobody.map((each) => `${paint('yellow', 'Nobody looks again')} at ${printable(nobodyWords(each))}`),
  ];
};

/** What the run waits for. */
const questionLines = ({ questions, status }: Report, paint: Paint): string[] =>
  status === 'waiting'
    ? questions
        .filter(({ answer }) => answer === null)
        .map((asked) => `${paint('yellow', 'Asked:')} ${printable(asked.id)}  ${questionWords(asked)}`)
    : [];

/** Commands that change tracked files: what comes after them sees other files than those that are committed. */
const changingLines = (verification: Verification | null): string[] =>
  (verification?.commands ?? []).flatMap(({ command, changes = [] }) =>
    changes.length === 0
      ? []
      : [`\`${printable(command)}\` changes tracked files: ${changes.map(printable).join(', ')}`],
  );

/** How the run stopped, where it did not come to its end. */
const stopLines = ({ message, stopReason }: Report): string[] => {
  if (message !== null) return [`${printable(message)}${stopReason === null ? '' : ` (${stopReason})`}`];
  return stopReason === null ? [] : [`Stopped early: ${stopReason}`];
};

const verificationLines = (report: Report, paint: Paint): string[] => {
  const { baseline, final, doubt } = report.verification;
  return present([
    baseline !== null &&
      baseline.verdict !== 'passed' &&
      `Verification of the untouched start: ${verdict(baseline.verdict)}`,
    ...startOutput(report).map((line) => `  ${paint('dim', '|')} ${printable(line)}`),
    final !== null && `Verification of the result: ${verdict(final.verdict)}`,
    doubt !== undefined && paint('yellow', printable(doubt)),
    baseline?.setup !== undefined && `Set-up ${printable(setupWords(baseline.setup))}`,
    ...changingLines(baseline ?? final),
  ]);
};

const warningLines = ({ warnings, problems }: Report, paint: Paint): string[] => [
  ...warnings
    .filter((warning) => !saidAlready.test(warning))
    .map((warning) => `${paint('yellow', 'Warning:')} ${printable(warning)}`),
  ...problems.map(({ place, message }) => `${paint('yellow', 'Not read:')} ${printable(place)}: ${printable(message)}`),
];

const notes = (report: Report, paint: Paint): string[] => {
  const isUnverified = !report.verification.configured && report.totals.total !== 0 && wantsFixes(report);
  return [
    ...(isUnverified ? [paint(['bold', 'red'], nothingVerifies)] : []),
    ...questionLines(report, paint),
    ...stopLines(report),
    ...verificationLines(report, paint),
    ...configurationLines(report),
    ...recheckLines(report, paint),
    ...planLines(report, paint),
    ...flagLines(report, paint),
    ...callLines(report),
    ...warningLines(report, paint),
  ];
};

const places = (report: Report, files: TextOptions['files'] = []): string[] => {
  const rows = present([report.branch !== null && { name: 'Branch', path: report.branch }, ...files]);
  return rows.map(({ name, path }) => `${name.padEnd(7)} ${printable(path)}`);
};

const steps = (report: Report, paint: Paint): string[] => {
  const all = nextSteps(report);
  const width = Math.max(0, ...all.map(({ command }) => command.length));
  return all.length === 0
    ? []
    : [
        paint('bold', 'What to try next'),
        ...all.map(({ command, why }) => `  ${command.padEnd(width)}  ${paint('dim', `# ${why}`)}`),
      ];
};

export const textReport = (report: Report, options: TextOptions): string => {
  const paint = painter(options.color);
  const sections = [
    [heading(report, paint)],
    findingLines(report, paint),
    reviewLines(report, paint),
    notes(report, paint),
    places(report, options.files),
    steps(report, paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
};
