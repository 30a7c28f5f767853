/** What a fixer is told in every call of a run, before the findings. */
import { z } from 'zod';
import { FixAnswer, Outcome, type Convention, type FindingGroup } from '../../model/answer.ts';
import { present } from '../../plain/present.ts';
import { headAndTail } from '../../plain/text.ts';
import { loadPrompt, type OwnPrompts } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { asData } from '../../prompts/data-block.ts';
import { charactersPerToken, conventionSections, notesSection, section } from '../../prompts/sections.ts';
import { justificationRules } from '../gates/justification/justification.ts';

/**
 * What the groups of a call are: to be fixed by a sub-agent each; steps of a plan, with a sub-agent for each finding;
 * or only good to know.
 */
export type Grouping = 'sub-agents' | 'steps' | 'hint';

export type PromptSetting = {
  verify: readonly string[];
  conventions: readonly Convention[];
  notes?: string | undefined;
  reviewReport?: string | undefined;
  /** What counts as no reason not to fix. */
  weakReasons: readonly string[];
  /** The score that challengers have to give, where there are any. */
  challenged?: number | undefined;
  /** Somebody decides about findings that the fixer calls wrong. */
  disputes?: boolean | undefined;
  groups?: readonly FindingGroup[] | undefined;
  grouping?: Grouping | undefined;
  /** Prompts that the repository has of its own. */
  own?: OwnPrompts | undefined;
  /** Tokens that the prompt may have. */
  context: number;
};

/** In characters: of the notes, of a file with conventions, of the report. */
const mostOfText = 32_000;
const mostCommands = 100;
const longestCommand = 1_000;

/** No part takes more than a quarter of the prompt, so that there is room for the findings. */
export const partOf = ({ context }: Pick<PromptSetting, 'context'>, most: number): number =>
  Math.min(most, Math.floor((context * charactersPerToken) / 4));

const Undisputed = z.object({ outcomes: z.array(Outcome.omit({ dispute: true })) });

const schemaOf = (Answer: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...schema } = z.toJSONSchema(Answer, { io: 'input' });
  return schema;
};

/** Every call of a run is asked for the same. */
const schemas = new Map<boolean, Readonly<Record<string, unknown>>>();

export const answerSchema = (disputes = false): Readonly<Record<string, unknown>> => {
  const known = schemas.get(disputes) ?? schemaOf(disputes ? FixAnswer.pick({ outcomes: true }) : Undisputed);
  schemas.set(disputes, known);
  return known;
};

/** The same for every call of a run, so that providers can cache it. What is cut says so. */
export const sharedPart = (input: PromptSetting): string => {
  const bounded = (text: string): string => headAndTail(text, partOf(input, mostOfText));
  return [
    fillIn(loadPrompt('fix', input.own), {
      reasons: justificationRules(input.weakReasons),
      answerSchema: JSON.stringify(answerSchema(input.disputes)),
    }),
    ...section('Findings that are wrong', input.disputes === true ? wrongFindings : undefined),
    ...section('Verification', verification(input.verify, input.challenged)),
    ...section('Groups', input.groups && aboutGroups(input)),
    ...notesSection(input.notes && bounded(input.notes)),
    ...conventionSections(input.conventions.map(({ file, text }) => ({ file, text: bounded(text) }))),
    ...section('Review report', input.reviewReport && asData('review report', bounded(input.reviewReport))),
  ].join('\n');
};

/** A cheap honest way out keeps an agent from making a change for its own sake. */
const wrongFindings =
  'A finding may be wrong: then change nothing for it, and say so. Answer `blocked` with `dispute`: a `ground`, and ' +
  'as `evidence` the lines that show it, each with `file`, `line` and `quote`, word for word as it stands in the ' +
  'file. Grounds: `not-there` (what the finding says is there is not: quote the very lines that it names), ' +
  '`is-there` (what it says is missing is there: quote it), `cannot-happen` (other code rules it out: quote that), ' +
  '`intended` (it is documented or tested to be so: quote where). The lines are looked up, and somebody else, who ' +
  'does not read your explanation, decides by them. Where the finding holds, it comes back to you; disputed twice in ' +
  'vain, it is to be fixed. A finding that is right but awkward is not wrong.';

const verification = (commands: readonly string[], challenged: number | undefined): string =>
  present([
    commands.length === 0
      ? 'No verification commands are configured. Be all the more careful.'
      : 'These commands must pass with your change. Run them when you are done, and correct what they ' +
        `show:\n\n${commandList(commands)}`,
    challenged !== undefined &&
      'Then somebody else judges your change by its diff, from 0 to 100 for each finding. Below ' +
        `${challenged} it comes back to you.`,
  ]).join('\n\n');

const commandList = (commands: readonly string[]): string =>
  present([
    ...commands.slice(0, mostCommands).map((command) => `- \`${headAndTail(command, longestCommand)}\``),
    commands.length > mostCommands && `- and ${commands.length - mostCommands} more`,
  ]).join('\n');

const aboutGroups = ({ grouping = 'sub-agents', own }: PromptSetting): string => {
  if (grouping === 'hint') return groupHint;
  return loadPrompt(grouping === 'steps' ? 'delegate-steps' : 'delegate', own).trim();
};

const groupHint =
  'Whoever reported these findings put them into groups. Those of one group cannot be fixed independently of each ' +
  'other: fix them together. Groups do not depend on each other, unless a description says so.';
