/** The report as Markdown: every finding with every attempt, cycles, verification, cost. */
import { showCommand } from '../../config/values.ts';
import type { Report } from '../../model/report.ts';
import { present } from '../../plain/present.ts';
import { code, inline } from './escape.ts';
import { findingSection } from './finding.ts';
import { verificationDetail } from './verification.ts';
import { nextSteps } from '../next-steps.ts';
import { callBlocks } from './calls.ts';
import { coverageBlocks, fixerBlocks, planBlocks, questionBlocks, reviewerBlocks, stageBlocks } from './judgement.ts';
import { nobodyWords } from '../../views/recheck.ts';
import { groupWords, wantsFixes } from '../../views/words/runs.ts';
import { count } from '../../views/words/amounts.ts';
import { roundBlocks } from './rounds.ts';
import { summary, overview, cycles } from './tables.ts';

const section = (title: string, blocks: readonly string[]): string[] =>
  blocks.length === 0 ? [] : [`## ${title}`, ...blocks];

const verification = ({
  command,
  fixesApplied,
  verification: { configured, baseline, final, doubt, groups },
}: Report): string[] =>
  present([
    doubt !== undefined && `**${inline(doubt)}**`,
    !configured &&
      wantsFixes({ command }) &&
      '**Nothing verifies these fixes**: no verification commands are configured.',
    ...(groups === undefined ? [] : [`${groupWords(groups)}.`]),
    ...(baseline === null ? [] : ['### The untouched start', ...verificationDetail(baseline)]),
    ...(final === null ? [] : [`### ${fixesApplied ? 'The result' : 'The last change'}`, ...verificationDetail(final)]),
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

const unread = ({ problems }: Report): string[] =>
  list(problems.map(({ place: where, message }) => `${inline(where)}: ${inline(message)}`));

const stepsToTry = (report: Report): string[] =>
  list(nextSteps(report).map(({ command, why }) => `${code(command)}: ${inline(why)}`));

export const markdownReport = (report: Report): string => {
  const blocks = present([
    `# Fixpoint run ${inline(report.run)}`,
    summary(report),
    report.message !== null && inline(report.message),
    ...section('Findings', overview(report)),
    ...section('Verification', verification(report)),
    ...section('Looking again', rechecks(report)),
    ...section('Rounds', roundBlocks(report)),
    ...section('Cycles', [...cycles(report), ...callBlocks(report)]),
    ...section('Reviewers', reviewerBlocks(report)),
    ...section('Coverage', coverageBlocks(report)),
    ...section('Questions', questionBlocks(report)),
    ...section('Plan', planBlocks(report)),
    ...section('Calls of agents', [...stageBlocks(report), ...fixerBlocks(report)]),
    ...section('Warnings', list(report.warnings.map(inline))),
    ...section('What could not be read', unread(report)),
    ...section('Every finding', report.findings.flatMap(findingSection)),
    ...section('What to try next', stepsToTry(report)),
  ]);
  return `${blocks.join('\n\n')}\n`;
};
