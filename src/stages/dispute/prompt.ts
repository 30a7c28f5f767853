/** The prompt of whoever decides about disputes: the findings, the lines that are cited, and no word of the fixer. */
import type { Convention } from '../../model/answer.ts';
import type { Citation, DisputeGround } from '../../model/finding/dispute.ts';
import type { Finding } from '../../model/finding.ts';
import { lineSuffix } from '../../model/place.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { conventionSections, notesSection } from '../../prompts/sections.ts';
import { adjudicateSchema } from './schema.ts';
import { groundWords } from './words.ts';

/** Excerpts are null where there is nothing to show. */
export type DisputedFinding = {
  finding: Finding;
  excerpt: string | null;
  ground: DisputeGround;
  evidence: readonly { citation: Citation; excerpt: string | null }[];
};

export type AdjudicatePromptInput = {
  findings: readonly DisputedFinding[];
  conventions?: readonly Convention[] | undefined;
  notes?: string | undefined;
  /** A prompt of the repository's own instead of the built-in one. */
  template?: string | undefined;
};

const longestWords = 4_000;

export const adjudicatePrompt = (input: AdjudicatePromptInput): string =>
  [
    fillIn(input.template ?? loadPrompt('adjudicate'), { answerSchema: JSON.stringify(adjudicateSchema()) }),
    ...notesSection(input.notes),
    ...conventionSections(input.conventions ?? []),
    '# Findings\n',
    ...input.findings.map(sectionOf),
  ].join('\n');

const sectionOf = ({ finding, excerpt, ground, evidence }: DisputedFinding): string =>
  [
    `## ${finding.code}\n`,
    asData(`finding ${finding.code}`, factsOf(finding).join('\n')),
    ...(excerpt === null ? [] : [asData(finding.file ?? 'code', excerpt)]),
    `In dispute: ${ground} (${groundWords[ground]}). Cited:\n`,
    ...evidence.map(({ citation, excerpt: own }) =>
      asData(`${citation.file} line ${citation.line}`, own ?? citation.quote),
    ),
    '',
  ].join('\n');

const factsOf = (finding: Finding): string[] => [
  `title: ${finding.title}`,
  `place: ${finding.file === undefined ? 'not named' : `${finding.file}${lineSuffix(finding)}`}`,
  `severity: ${finding.severity}`,
  `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
  `description: ${headAndTail(finding.description, longestWords)}`,
  ...(finding.suggestion === undefined ? [] : [`suggestion: ${headAndTail(finding.suggestion, longestWords)}`]),
];
