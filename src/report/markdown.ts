/** The report as Markdown: every finding with every attempt, cycles, verification, cost. */
import { showCommand } from '../config/values.ts';
import type { Report } from '../model/report.ts';
import { present } from '../plain/present.ts';
import { code, inline, table } from './markdown-escape.ts';
import { findingSection, verificationDetail } from './markdown-finding.ts';
import { nextSteps } from './next-steps.ts';
import { coverageBlocks, planBlocks, questionBlocks, reviewerBlocks, stageBlocks } from './markdown-judgement.ts';
import { nobodyWords } from '../views/recheck.ts';
import { configurationFrom, foundLine, outcomeOf, wantsFixes } from '../views/words/runs.ts';
import { proofWords, verdict } from '../views/words/judgements.ts';
import { place } from '../views/words/places.ts';
import { cost, count, duration } from '../views/words/amounts.ts';

const section = (title: string, blocks: readonly string[]): string[] =>
  blocks.length === 0 ? [] : [`## ${title}`, ...blocks];

const summary = (report: Report): string => {
  const from = configurationFrom(report);
  const rows: [string, string | null][] = [
    ['Status', outcomeOf(report) + (report.stopReason === null ? '' : ` (stopped: ${report.stopReason})`)],
    ['Findings', foundLine(report)],
    ['Start', code(report.start)],
    ['Compared with', report.base === null ? null : code(report.base)],
    ['Configuration from', from === null ? null : code(from)],
    ['Branch', report.branch === null ? null : code(report.branch)],
    ['Head', report.head === null ? null : code(report.head)],
    ['Patch', report.patch === null ? null : code(report.patch)],
    ['Fixes applied', report.fixesApplied ? 'yes' : 'no'],
    ['Started', inline(report.startedAt)],
    ['Duration', duration(report.durationMs)],
    ['Cost', cost(report) || null],
  ];
  return table(
    ['', ''],
    rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
};

const overview = (report: Report): string[] =>
  report.findings.length === 0
    ? ['No findings.']
    : [
        table(
          ['Code', 'Severity', 'Place', 'Title', 'Status', 'Proof', 'Attempts'],
          report.findings.map((finding) => [
            inline(finding.code),
            finding.severity,
            code(place(finding)),
            inline(finding.title),
            finding.status,
            finding.status === 'fixed' ? proofWords(finding.proof ?? [], true) : '',
            String(finding.attempts.length),
          ]),
        ),
      ];

const cycles = (report: Report): string[] =>
  report.cycles.length === 0
    ? []
    : [
        table(
          ['Cycle', 'Fixed', 'Open after it', 'Verification', 'Duration', 'Files'],
          report.cycles.map((cycle) => [
            String(cycle.n),
            String(cycle.fixed),
            String(cycle.open),
            cycle.verification === undefined ? '' : verdict(cycle.verification),
            duration(cycle.durationMs),
            cycle.files.map(code).join(', '),
          ]),
        ),
      ];

const verification = ({ command, verification: { configured, baseline, final, doubt } }: Report): string[] =>
  present([
    doubt !== undefined && `**${inline(doubt)}**`,
    !configured &&
      wantsFixes({ command }) &&
      '**Nothing verifies these fixes**: no verification commands are configured.',
    ...(baseline === null ? [] : ['### The untouched start', ...verificationDetail(baseline)]),
    ...(final === null ? [] : ['### The result', ...verificationDetail(final)]),
  ]);

const rechecks = ({ recheck }: Report): string[] => [
  ...(recheck?.tools ?? []).map(
    ({ name, command, findings, problem }) =>
      `${inline(name)} (${code(showCommand(command))}): ` +
      `${problem === undefined ? count(findings.length, 'finding') : inline(problem)}.`,
  ),
  ...(recheck?.nobody ?? []).map((each) => `Nobody looks again at ${inline(nobodyWords(each))}.`),
];

const list = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [items.map((item) => `- ${item}`).join('\n')];

export const markdownReport = (report: Report): string => {
  const blocks = present([
    `# Fixpoint run ${inline(report.run)}`,
    summary(report),
    report.message !== null && inline(report.message),
    ...section('Findings', overview(report)),
    ...section('Verification', verification(report)),
    ...section('Looking again', rechecks(report)),
    ...section('Cycles', cycles(report)),
    ...section('Reviewers', reviewerBlocks(report)),
    ...section('Coverage', coverageBlocks(report)),
    ...section('Questions', questionBlocks(report)),
    ...section('Plan', planBlocks(report)),
    ...section('Calls of agents', stageBlocks(report)),
    ...section('Warnings', list(report.warnings.map(inline))),
    ...section(
      'What could not be read',
      list(report.problems.map(({ place: where, message }) => `${inline(where)}: ${inline(message)}`)),
    ),
    ...section('Every finding', report.findings.flatMap(findingSection)),
    ...section(
      'What to try next',
      list(nextSteps(report).map(({ command, why }) => `${code(command)}: ${inline(why)}`)),
    ),
  ]);
  return `${blocks.join('\n\n')}\n`;
};
