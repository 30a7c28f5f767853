/**
 * The prompt of a reviewing agent: the same beginning for every call of a reviewer, then the part of the change that
 * this call is about.
 */
import { z } from 'zod';
import type { Convention } from '../../model/answer.ts';
import { GroupedReviewAnswer, ReviewAnswer } from '../../model/answers/review.ts';
import { asData } from '../../prompts/data-block.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { conventionSections, notesSection, section } from '../../prompts/sections.ts';
import type { Skill } from '../../prompts/skills.ts';

export type ReviewPromptInput = {
  skill: Skill;
  /** Its name in the configuration. */
  reviewer: string;
  /** What the diff compares with, as people call it. */
  base: string;
  part: number;
  parts: number;
  files: readonly string[];
  diff: string;
  conventions: readonly Convention[];
  notes?: string | undefined;
  /** Folder with the specification, in the workspace. */
  spec?: string | undefined;
  /** The repository's own text in place of the built-in one. */
  template?: string | undefined;
};

export const reviewPrompt = (input: ReviewPromptInput): string => [...sharedPart(input), ...thisCall(input)].join('\n');

/** JSON schema of the answer: closed, every key required, so that providers can hold a model to it. */
export const reviewSchema = (skill: Pick<Skill, 'answer'>): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(skill.answer === 'groups' ? GroupedReviewAnswer : ReviewAnswer, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
};

/** The same for every call of a reviewer, so that providers can cache it. */
const sharedPart = ({ skill, template, spec, notes, conventions }: ReviewPromptInput): string[] => [
  fillIn(template ?? loadPrompt('review'), { answerSchema: JSON.stringify(reviewSchema(skill)) }),
  ...section(`Your field: ${skill.name}`, skill.body),
  ...section('Specification', spec === undefined ? undefined : specification(spec)),
  ...notesSection(notes),
  ...conventionSections(conventions),
];

const specification = (folder: string): string =>
  'What the code has to do is written down in this folder of your working folder. Where it speaks, it ' +
  `decides:\n\n${asData('folder with the specification', folder)}`;

const thisCall = ({ reviewer, base, part, parts, files, diff }: ReviewPromptInput): string[] => [
  `# This call\n`,
  `You are the reviewer ${JSON.stringify(reviewer)}. ${
    parts === 1
      ? 'Below is the whole change.'
      : `The change is too large for one call: below is part ${part} of ${parts}. Answer for this part; the ` +
        'others are asked about as well.'
  }\n`,
  asData(`files${parts === 1 ? '' : ` of part ${part}`}`, files.map((file) => JSON.stringify(file)).join('\n')),
  '',
  asData(`diff against ${base}`, diff),
  '',
];
