/** Findings in the prompts of those who ask and plan, before anything is fixed. */
import type { Finding } from '../../model/finding.ts';
import { lineSuffix } from '../../model/place.ts';
import { present } from '../../plain/present.ts';
import { headAndTail } from '../../plain/text.ts';
import type { Clarification } from '../../model/todo.ts';
import { asData } from '../../prompts/data-block.ts';
import { charactersPerToken } from '../../prompts/sections.ts';

export type PlanFinding = { finding: Finding; excerpt: string | null };

/** Enough to understand a finding; whoever needs more reads the file. */
const textCharacters = 2_000;
const mostReports = 10;

/**
 * Where the room (in tokens) runs out, findings are named with their place and title only, and at last only counted:
 * the
 * plan is corrected by code, so that none is lost.
 */
export const findingBlocks = (entries: readonly PlanFinding[], room: number): string[] => {
  let left = room * charactersPerToken;
  const full: string[] = [];
  for (const entry of entries) {
    const block = findingBlock(entry);
    if (full.length > 0 && block.length > left) break;
    left -= block.length;
    full.push(block);
  }
  const lines: string[] = [];
  for (const { finding } of entries.slice(full.length)) {
    const line = `${finding.code}: ${placeOf(finding)}: ${finding.title}`;
    if (line.length > left) break;
    left -= line.length;
    lines.push(line);
  }
  const uncounted = entries.length - full.length - lines.length;
  return present([
    '# Findings\n',
    ...full,
    lines.length !== 0 && `## More findings, in short\n\n${asData('findings', lines.join('\n'))}\n`,
    uncounted !== 0 && `${uncounted} more findings do not fit in here. Leave them out: they are added by rule.\n`,
  ]);
};

const findingBlock = ({ finding, excerpt }: PlanFinding): string => {
  const facts = present([
    `title: ${finding.title}`,
    `place: ${placeOf(finding)}`,
    `severity: ${finding.severity}`,
    `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
    finding.group !== undefined && `group: ${headAndTail(finding.group, textCharacters)}`,
    `description: ${headAndTail(finding.description, textCharacters)}`,
    finding.suggestion !== undefined && `suggestion: ${headAndTail(finding.suggestion, textCharacters)}`,
    ...alsoReported(finding),
  ]);
  const code = excerpt === null || finding.file === undefined ? [] : [asData(`excerpt of ${finding.file}`, excerpt)];
  return [`## ${finding.code}\n`, asData(`finding ${finding.code}`, facts.join('\n')), ...code, ''].join('\n');
};

const placeOf = (finding: Finding): string =>
  finding.file === undefined ? 'no file in particular' : finding.file + lineSuffix(finding);

const alsoReported = ({ merged = [] }: Finding): string[] => {
  const others = merged
    .slice(1, mostReports + 1)
    .map(({ line, reviewer, title }) => `- ${line === undefined ? 'no line' : `line ${line}`}, ${reviewer}: ${title}`);
  return others.length === 0 ? [] : ['also reported, and to be fixed with it:', ...others];
};

/** Words of an agent and of the user: data, whose weight the prompt around it says. */
export const askedBlocks = (asked: readonly Clarification[]): string[] =>
  asked.map(({ question_id: id, question, answer }) =>
    asData(`question ${id}`, `question: ${question}\n${answer.trim() === '' ? 'not answered' : `answer: ${answer}`}`),
  );
