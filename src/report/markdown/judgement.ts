/** Reviewers, coverage, plan and calls in the Markdown report. */
import type { NotReviewed } from '../../model/review-scope.ts';
import type { Report } from '../../model/report.ts';
import { present } from '../../plain/present.ts';
import { coverageLine, gapsOf, placeNotReviewed } from '../../views/coverage.ts';
import { code, inline, table } from './escape.ts';
import { questionWords } from '../../views/questions.ts';
import { planLine, stagesCalled } from '../../views/words/runs.ts';
import { count, duration, grouped, usd } from '../../views/words/amounts.ts';
import { costOfAFix, fixerCost, fixersToCompare } from '../../views/words/fixers.ts';

/** Longer lists are cut, and say so: the JSON report has all of it. */
const mostRows = 500;

export const reviewerBlocks = ({ reviewers }: Report): string[] =>
  reviewers.length === 0
    ? []
    : [
        table(
          ['Reviewer', 'Round', 'Verdict', 'Findings', 'Duration', 'Message'],
          reviewers.map(({ name, round, verdict, findings, durationMs, message }) => [
            inline(name),
            String(round),
            verdict,
            String(findings),
            duration(durationMs),
            inline(message ?? ''),
          ]),
        ),
        ...summaryBlocks(reviewers),
      ];

const summaryBlocks = (reviewers: Report['reviewers']): string[] =>
  reviewers.flatMap(({ name, round, summary }) =>
    summary === undefined ? [] : [`**${inline(name)}**, round ${round}: ${inline(summary)}`],
  );

const placeTable = (left: readonly NotReviewed[]): string[] =>
  left.length === 0
    ? []
    : present([
        table(
          ['Place', 'Why'],
          left.slice(0, mostRows).map((each) => [code(placeNotReviewed(each)), inline(each.reason)]),
        ),
        left.length > mostRows && `And ${left.length - mostRows} more.`,
      ]);

export const coverageBlocks = ({ coverage }: Report): string[] => {
  if (coverage === null) return [];
  const gaps = gapsOf(coverage);
  const leftOut = coverage.notReviewed.filter(({ wanted }) => !wanted);
  return [
    coverage.complete
      ? inline(coverageLine(coverage))
      : `**${coverage.reviewed} of ${count(coverage.hunks, 'change')} reviewed**; not reviewed:`,
    ...placeTable(gaps),
    ...(leftOut.length === 0 ? [] : ['Left out by the configuration:', ...placeTable(leftOut)]),
  ];
};

const answerWords = (answer: string | null, status: Report['status']): string => {
  if (answer === null) return status === 'waiting' ? '*waiting for an answer*' : '*not answered*';
  return answer === '' ? '*left to the fixer*' : inline(answer);
};

export const questionBlocks = ({ questions, status }: Report): string[] =>
  questions.length === 0
    ? []
    : [
        table(
          ['Question', 'Asked', 'Answer'],
          questions.map((asked) => [code(asked.id), inline(questionWords(asked)), answerWords(asked.answer, status)]),
        ),
      ];

export const planBlocks = ({ plan }: Report): string[] => {
  if (plan === null) return [];
  const corrections = plan.corrections.slice(0, mostRows).map((text) => `- ${inline(text)}`);
  return present([
    `${planLine(plan)}${plan.file === null ? '' : `, in ${code(plan.file)}`}`,
    corrections.length !== 0 && `Corrected:\n\n${corrections.join('\n')}`,
  ]);
};

export const stageBlocks = (report: Report): string[] => {
  const called = stagesCalled(report);
  return called.length === 0
    ? []
    : [
        table(
          ['Stage', 'Calls', 'Cost', 'Tokens', 'Duration'],
          called.map(({ name, stage: { calls, usd: cost, tokens, durationMs } }) => [
            name,
            String(calls),
            cost === null ? '' : usd(cost),
            grouped(tokens.input + tokens.output),
            duration(durationMs),
          ]),
        ),
      ];
};

export const fixerBlocks = (report: Report): string[] => {
  const fixers = fixersToCompare(report);
  return fixers.length === 0
    ? []
    : [
        table(
          ['Agent', 'Calls', 'Accepted fixes', 'Cost', 'Cost of an accepted fix'],
          fixers.map((fixer) => [
            inline(fixer.agent),
            String(fixer.calls),
            String(fixer.accepted),
            fixerCost(fixer),
            costOfAFix(fixer),
          ]),
        ),
      ];
};
