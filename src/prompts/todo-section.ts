/** What was planned and clarified for a finding, in the prompt of whoever fixes it. */
import type { Clarification, TodoNotes, TodoPlan } from '../model/todo.ts';
import { present } from '../plain/present.ts';
import { headAndTail } from '../plain/text.ts';
import { asData } from './data-block.ts';

/** Nothing where nobody asked or planned anything. */
export const todoSection = (todo: TodoNotes): string[] => {
  const [answered, open] = [true, false].map((wanted) =>
    todo.clarifications.filter(({ answer }) => (answer.trim() !== '') === wanted),
  );
  return [
    ...block(
      'The user decided this. It is binding, even where the finding or the plan says otherwise:',
      'answers of the user',
      answered?.map(asked),
    ),
    ...block(
      'Asked, but not answered. Choose what changes the least, and say what you chose:',
      'open questions',
      open?.map(({ question }) => `- ${question}`),
    ),
    ...block(
      'Proposed plan. Follow it, unless the code proves it wrong; then do what is right and say why:',
      'plan',
      todo.plan && planLines(todo.plan),
    ),
    ...block('Worth reading first:', 'related code', [
      ...todo.related_files.map(({ path, reason }) => `- ${path}${reason === '' ? '' : `: ${reason}`}`),
      ...todo.existing_patterns.map((pattern) => `- pattern: ${pattern}`),
    ]),
  ];
};

/** Of each block; what is cut says so. */
const mostCharacters = 10_000;

const block = (introduction: string, source: string, lines: readonly string[] | undefined): string[] =>
  lines === undefined || lines.length === 0
    ? []
    : [introduction, asData(source, headAndTail(lines.join('\n'), mostCharacters))];

const asked = ({ question, answer, context }: Clarification): string =>
  present([
    `- question: ${question}`,
    context !== undefined && context !== '' && `  context: ${context}`,
    `  answer: ${answer}`,
  ]).join('\n');

const planLines = (plan: TodoPlan): string[] =>
  present([
    `approach: ${plan.approach}${
      plan.estimated_lines_changed === 0 ? '' : `, lines to change: about ${plan.estimated_lines_changed}`
    }`,
    ...plan.steps.map((step, index) => `${index + 1}. ${step}`),
    ...plan.risks.map((risk) => `risk: ${risk}`),
    plan.verification !== '' && `how to check it: ${plan.verification}`,
  ]);
