/** Who judged the work of a run, as lines of a terminal: planners, challengers, tools that looked again. */
import type { Report } from '../../model/report.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { nobodyWords, recheckerWords } from '../../views/recheck.ts';
import { planLine, stagesCalled, wantsFixes } from '../../views/words/runs.ts';
import { count, usd } from '../../views/words/amounts.ts';
import { fixersToCompare, fixerWords } from '../../views/words/fixers.ts';
import type { Paint } from './paint.ts';
import { longestReason } from './rows.ts';

/** A computed plan that needed no correction is nothing to talk about. */
export const planLines = ({ plan }: Report, paint: Paint): string[] =>
  plan === null || (plan.by === 'computed' && plan.corrections.length === 0)
    ? []
    : [
        `Plan: ${planLine(plan)}`,
        ...plan.corrections.map((text) => `${paint('yellow', 'Plan corrected:')} ${printable(text)}`),
      ];

export const flagLines = ({ findings }: Report, paint: Paint): string[] =>
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

/** Files that fixes changed beside those that they are about; of refused ones the other reports tell. */
export const outsideLines = ({ findings }: Report): string[] =>
  findings.flatMap(({ code, attempts }) => {
    const outside = attempts.flatMap(({ result, outside: files = [] }) => (result === 'accepted' ? files : []));
    const files = [...new Set(outside)].map(printable).join(', ');
    return files === ''
      ? []
      : [`Outside the findings: ${printable(code)} also changed ${shorten(files, longestReason)}`];
  });

/** Only where others than the fixer were called: all else stands in the first line. */
export const callLines = (report: Report): string[] => {
  const called = stagesCalled(report);
  if (called.every(({ name }) => name === 'fix')) return [];
  const words = called.map(
    ({ name, stage }) => `${name} ${stage.calls}${stage.usd === null ? '' : ` (${usd(stage.usd)})`}`,
  );
  return [`Calls of agents: ${words.join(', ')}`];
};

export const fixerLines = (report: Report): string[] =>
  fixersToCompare(report).map((fixer) => `Agent ${printable(fixer.agent)}: ${fixerWords(fixer)}`);

/** Who looked again, and where nobody did. */
export const recheckLines = (report: Report, paint: Paint): string[] => {
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
