/** The prompt of an agent that may ask questions before anything is planned. */
import type { Convention } from '../../model/answer.ts';
import type { Clarification } from '../../model/todo.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { conventionSections, notesSection, section } from '../../prompts/sections.ts';
import { clarifySchema, questionsPerFinding } from './clarify-answer.ts';
import { askedBlocks, findingBlocks, type PlanFinding } from './finding-blocks.ts';

export type ClarifyPromptInput = {
  findings: readonly PlanFinding[];
  /** In all rounds so far; an empty answer is none. */
  asked: readonly Clarification[];
  conventions: readonly Convention[];
  notes?: string | undefined;
  /** The repository's own prompt, in place of the built-in one. */
  template?: string | undefined;
  /** Tokens that the findings may take. */
  context?: number | undefined;
};

export const clarifyPrompt = (input: ClarifyPromptInput): string =>
  [
    fillIn(input.template ?? loadPrompt('clarify'), {
      questionsPerFinding: String(questionsPerFinding),
      answerSchema: JSON.stringify(clarifySchema()),
    }),
    ...notesSection(input.notes),
    ...conventionSections(input.conventions),
    ...findingBlocks(input.findings, input.context ?? Number.POSITIVE_INFINITY),
    ...section('Asked so far', askedBlocks(input.asked).join('\n')),
  ].join('\n');
