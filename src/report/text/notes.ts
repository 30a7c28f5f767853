/** What to know about a run, as lines of a terminal. */
import type { Report } from '../../model/report.ts';
import type { Verification } from '../../model/verification.ts';
import { present } from '../../plain/present.ts';
import { startOutput } from '../start-output.ts';
import { printable } from '../../plain/printable.ts';
import { questionWords } from '../../views/questions.ts';
import { configurationFrom, groupWords, setupWords, wantsFixes } from '../../views/words/runs.ts';
import { roundLine, roundsToCompare } from '../../views/words/rounds.ts';
import { verdict } from '../../views/words/judgements.ts';
import type { Paint } from './paint.ts';
import { warningLines } from './remarks.ts';
import { planLines, flagLines, callLines, fixerLines, outsideLines, recheckLines } from './judged.ts';

const nothingVerifies =
  'NOTHING VERIFIES THESE FIXES: no verification commands are configured. Name them with verify.commands or ' +
  '--verify CMD.';

const configurationLines = (report: Report): string[] => {
  const from = configurationFrom(report);
  return from === null ? [] : [`Configuration from ${printable(from)}`];
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

/** How the run stopped, where it did not come to its end; of a reviewer that failed, the line about it tells. */
const stopLines = ({ message, stopReason, reviewers }: Report): string[] => {
  const isSaid = reviewers.some(
    (each) => each.verdict === 'error' && each.message !== undefined && message?.endsWith(each.message),
  );
  if (message !== null) return isSaid ? [] : [printable(message)];
  return stopReason === null ? [] : [`Stopped early: ${stopReason}`];
};

/** How it went from round to round, and what was gone back to. */
const roundLines = (report: Report): string[] => [
  ...(report.restored === null || report.restored.reason === report.message ? [] : [printable(report.restored.reason)]),
  ...roundsToCompare(report).map(roundLine),
];

const verificationLines = (report: Report, paint: Paint): string[] => {
  const { baseline, final, doubt } = report.verification;
  return present([
    baseline !== null &&
      baseline.verdict !== 'passed' &&
      `Verification of the untouched start: ${verdict(baseline.verdict)}`,
    ...startOutput(report).map((line) => `  ${paint('dim', '|')} ${printable(line)}`),
    final !== null &&
      `Verification of the ${report.fixesApplied ? 'result' : 'last change'}: ${verdict(final.verdict)}`,
    doubt !== undefined && paint('yellow', printable(doubt)),
    baseline?.setup !== undefined && `Set-up ${printable(setupWords(baseline.setup))}`,
    ...changingLines(baseline ?? final),
  ]);
};

/** Which issues there are, or why there are none. */
const issueLines = ({ findings, leftovers }: Report, paint: Paint): string[] => {
  const filed = leftovers?.issues_created ?? [];
  const errors = [...new Set(findings.flatMap(({ issue }) => issue?.error ?? []))];
  return [
    ...filed.slice(0, 20).map((url) => `Issue: ${printable(url)}`),
    ...(filed.length > 20 ? [`… and ${filed.length - 20} more issues`] : []),
    ...errors.map((error) => `${paint('yellow', 'Issues not sent:')} ${printable(error)}`),
  ];
};

export const notes = (report: Report, paint: Paint): string[] => {
  const isUnverified = !report.verification.configured && report.totals.total !== 0 && wantsFixes(report);
  return [
    ...(isUnverified ? [paint(['bold', 'red'], nothingVerifies)] : []),
    ...questionLines(report, paint),
    ...stopLines(report),
    ...roundLines(report),
    ...verificationLines(report, paint),
    ...(report.verification.groups ? [groupWords(report.verification.groups)] : []),
    ...configurationLines(report),
    ...recheckLines(report, paint),
    ...planLines(report, paint),
    ...flagLines(report, paint),
    ...outsideLines(report),
    ...callLines(report),
    ...fixerLines(report),
    ...issueLines(report, paint),
    ...warningLines(report, paint),
  ];
};
