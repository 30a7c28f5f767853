/** The prompt of an agent that plans: which fixes run side by side, and how each is to be made. */
import type { Convention } from '../../model/answer.ts';
import type { Clarification } from '../../model/todo.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { conventionSections, notesSection, section } from '../../prompts/sections.ts';
import { askedBlocks, findingBlocks, type PlanFinding } from './finding-blocks.ts';
import { planSchema } from './plan-answer.ts';

export type PlanPromptInput = {
  findings: readonly PlanFinding[];
  answers: readonly Clarification[];
  conventions: readonly Convention[];
  /** Commands that must pass after each fix. */
  verify: readonly string[];
  notes?: string | undefined;
  /** The repository's own prompt, in place of the built-in one. */
  template?: string | undefined;
  /** Tokens that the findings may take. */
  context?: number | undefined;
};

export const planPrompt = (input: PlanPromptInput): string =>
  [
    fillIn(input.template ?? loadPrompt('plan'), { answerSchema: JSON.stringify(planSchema()) }),
    ...section('Verification', verification(input.verify)),
    ...notesSection(input.notes),
    ...conventionSections(input.conventions),
    ...findingBlocks(input.findings, input.context ?? Number.POSITIVE_INFINITY),
    ...section('Answers of the user', answers(input.answers)),
  ].join('\n');

const verification = (commands: readonly string[]): string =>
  commands.length === 0
    ? 'No commands are configured that would prove a fix: say all the more precisely how each can be checked.'
    : `After each fix these commands must pass:\n\n${commands.map((command) => `- \`${command}\``).join('\n')}`;

const answers = (asked: readonly Clarification[]): string =>
  asked.length === 0 ? '' : `What is answered is decided: plan accordingly.\n\n${askedBlocks(asked).join('\n')}`;
