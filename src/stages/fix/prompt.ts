/** The prompt of a fixer: the same beginning for every call of a run, then what this call is about. */
import { z } from 'zod';
import { FixAnswer, type Convention, type FindingGroup } from '../../model/answer.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';
import type { TodoNotes } from '../../model/todo.ts';
import { present } from '../../plain/present.ts';
import { loadPrompt, type OwnPrompts } from '../../prompts/load.ts';
import { fillIn } from '../../prompts/placeholders.ts';
import { todoSection } from '../../prompts/todo-section.ts';
import { asData } from '../../prompts/data-block.ts';
import { charactersPerToken, conventionSections, notesSection, section } from '../../prompts/sections.ts';
import { justificationRules } from '../gates/justification/justification.ts';
import { attemptSection } from './prompt-attempts.ts';

export type PromptFinding = {
  finding: Finding;
  attempts: readonly Attempt[];
  excerpt: string | null;
  /** Codes of the findings whose fix took its code away. */
  removed?: string | undefined;
  /** What was planned and clarified. */
  todo?: TodoNotes | undefined;
};

export type PromptInput = {
  findings: readonly PromptFinding[];
  verify: readonly string[];
  conventions: readonly Convention[];
  notes?: string | undefined;
  reviewReport?: string | undefined;
  /** What counts as no reason not to fix. */
  weakReasons: readonly string[];
  /** The score that challengers have to give, where there are any. */
  challenged?: number | undefined;
  /** The working folder holds the change of the last attempt. */
  fromRefused?: boolean;
  /** For an agent that spreads them over sub-agents. */
  groups?: readonly FindingGroup[] | undefined;
  /** Prompts that the repository has of its own. */
  own?: OwnPrompts | undefined;
  /** Tokens that the prompt may have. */
  context: number;
};

export type Prompt = { text: string; included: string[]; cut: string[] };

/**
 * Findings come in the order of their priority: what does not fit waits for the next call. At least one is always
 * there.
 */
export const fixPrompt = (input: PromptInput): Prompt => {
  const shared = sharedPart(input);
  let room = input.context * charactersPerToken - shared.length;
  const sections: string[] = [];
  const included: PromptFinding[] = [];
  for (const entry of input.findings) {
    const section = findingSection(entry, input.fromRefused ?? false);
    if (included.length > 0 && section.length > room) break;
    room -= section.length;
    sections.push(section);
    included.push(entry);
  }
  const cut = input.findings.slice(included.length).map(({ finding }) => finding.id);
  return {
    text: [shared, affectedFiles(included), ...groupSection(input.groups, included), ...sections].join('\n'),
    included: included.map(({ finding }) => finding.id),
    cut,
  };
};

export const answerSchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(FixAnswer.pick({ outcomes: true }), { io: 'input' });
  return schema;
};

/** The same for every call of a run, so that providers can cache it. */
const sharedPart = (input: PromptInput): string =>
  [
    fillIn(loadPrompt('fix', input.own), {
      reasons: justificationRules(input.weakReasons),
      answerSchema: JSON.stringify(answerSchema()),
    }),
    ...section('Verification', verification(input.verify, input.challenged)),
    ...section('Groups', input.groups && loadPrompt('delegate', input.own).trim()),
    ...notesSection(input.notes),
    ...conventionSections(input.conventions),
    ...section(
      'Review report',
      input.reviewReport === undefined ? undefined : asData('review report', input.reviewReport),
    ),
  ].join('\n');

const verification = (commands: readonly string[], challenged: number | undefined): string =>
  present([
    commands.length === 0
      ? 'No verification commands are configured. Be all the more careful.'
      : 'These commands must pass with your change. Run them when you are done, and correct what they ' +
        `show:\n\n${commands.map((command) => `- \`${command}\``).join('\n')}`,
    challenged !== undefined &&
      'Then somebody else judges your change by its diff, from 0 to 100 for each finding. Below ' +
        `${challenged} it comes back to you.`,
  ]).join('\n\n');

/** Codes of what does not fit are left out with it. */
const groupSection = (groups: readonly FindingGroup[] | undefined, entries: readonly PromptFinding[]): string[] => {
  if (!groups) return [];
  const codes = new Set(entries.map(({ finding }) => finding.code));
  const lines = groups
    .map(({ description, findings }) => ({ description, findings: findings.filter((code) => codes.has(code)) }))
    .filter(({ findings }) => findings.length > 0)
    .map(({ description, findings }, index) => `${index + 1}. ${findings.join(', ')}: ${description}`);
  return [`${asData('groups', lines.join('\n'))}\n`];
};

const affectedFiles = (entries: readonly PromptFinding[]): string => {
  const files = [...new Set(entries.flatMap(({ finding }) => finding.file ?? []))];
  const names = files.map((file) => JSON.stringify(file)).join('\n') || 'not named';
  return `# Findings\n\n${asData('affected files', names)}\n`;
};

const findingSection = ({ finding, attempts, excerpt, removed, todo }: PromptFinding, fromRefused: boolean): string => {
  const place = finding.file === undefined ? 'not named' : `${finding.file}${lines(finding)}`;
  const facts = present([
    `title: ${finding.title}`,
    `place: ${place}`,
    `severity: ${finding.severity}`,
    `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
    `description: ${finding.description}`,
    finding.suggestion !== undefined && `suggestion: ${finding.suggestion}`,
    ...alsoReported(finding),
  ]);
  const code = excerpt === null || finding.file === undefined ? [] : [asData(`excerpt of ${finding.file}`, excerpt)];
  return present([
    `## ${finding.code}\n`,
    asData(`finding ${finding.code}`, facts.join('\n')),
    ...code,
    removed !== undefined && takenAway(removed),
    ...(todo ? todoSection(todo) : []),
    ...attemptSection(attempts, fromRefused),
    '',
  ]).join('\n');
};

const takenAway = (codes: string): string =>
  `The lines that this finding was about are gone: the fix of ${codes} removed them, and the place above is ` +
  `where they were. Look whether the problem is still there elsewhere; if it is not, say \`blocked\` and that ` +
  `it is gone.\n`;

const mostReports = 10;

/** Where several reports became one finding: all of them have to be gone. */
const alsoReported = ({ merged = [] }: Finding): string[] => {
  const others = merged
    .slice(1, mostReports + 1)
    .map(
      (report) =>
        `- ${report.line === undefined ? 'no line' : `line ${lines(report).slice(1)}`}, ${report.reviewer}: ` +
        report.title,
    );
  const more = merged.length - 1 - others.length;
  return others.length === 0
    ? []
    : present(['also reported, and to be fixed with it:', ...others, more > 0 && `- and ${more} more`]);
};

const lines = ({ line, endLine }: Pick<Finding, 'line' | 'endLine'>): string =>
  line === undefined ? '' : endLine === undefined || endLine === line ? `:${line}` : `:${line}-${endLine}`;
