/** The prompt of a fixer: the same beginning for every call of a run, then what this call is about. */
import { z } from 'zod';
import { FixAnswer, type Convention } from '../../model/answer.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';
import { loadPrompt } from '../../prompts/load.ts';
import { asData } from './data-block.ts';
import { attemptSection } from './prompt-attempts.ts';

export type PromptFinding = { finding: Finding; attempts: readonly Attempt[]; excerpt: string | null };

export type PromptInput = {
  findings: readonly PromptFinding[];
  verify: readonly string[];
  conventions: readonly Convention[];
  notes?: string | undefined;
  reviewReport?: string | undefined;
  /** Tokens that the prompt may have. */
  context: number;
};

export type Prompt = { text: string; included: string[]; cut: string[] };

/** An estimate on the safe side: code has about four characters to a token, dense text three. */
const charactersPerToken = 3;

/** Findings come in the order of their priority: what does not fit waits for the next call. At least one is always there. */
export const fixPrompt = (input: PromptInput): Prompt => {
  const shared = sharedPart(input);
  let room = input.context * charactersPerToken - shared.length;
  const sections: string[] = [];
  const included: PromptFinding[] = [];
  for (const entry of input.findings) {
    const section = findingSection(entry);
    if (included.length > 0 && section.length > room) break;
    room -= section.length;
    sections.push(section);
    included.push(entry);
  }
  const cut = input.findings.slice(included.length).map(({ finding }) => finding.id);
  return { text: [shared, affectedFiles(included), ...sections].join('\n'), included: included.map(({ finding }) => finding.id), cut };
};

export const answerSchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(FixAnswer.pick({ outcomes: true }), { io: 'input' });
  return schema;
};

/** The same for every call of a run, so that providers can cache it. */
const sharedPart = (input: PromptInput): string =>
  [
    loadPrompt('fix').replace('{{answerSchema}}', () => JSON.stringify(answerSchema())),
    ...section('Verification', verification(input.verify)),
    ...section('Notes of the user', input.notes),
    ...input.conventions.map(({ file, text }) => `# Conventions of this repository (${file})\n\n${asData(file, text)}\n`),
    ...section('Review report', input.reviewReport === undefined ? undefined : asData('review report', input.reviewReport)),
  ].join('\n');

const section = (title: string, body: string | undefined): string[] =>
  body === undefined || body === '' ? [] : [`# ${title}\n\n${body}\n`];

const verification = (commands: readonly string[]): string =>
  commands.length === 0
    ? 'No verification commands are configured. Be all the more careful.'
    : `These commands must pass with your change. Run them when you are done, and correct what they show:\n\n${commands.map((command) => `- \`${command}\``).join('\n')}`;

const affectedFiles = (entries: readonly PromptFinding[]): string => {
  const files = [...new Set(entries.flatMap(({ finding }) => finding.file ?? []))];
  return `# Findings\n\n${asData('affected files', files.length === 0 ? 'not named' : files.map((file) => JSON.stringify(file)).join('\n'))}\n`;
};

const findingSection = ({ finding, attempts, excerpt }: PromptFinding): string => {
  const place = finding.file === undefined ? 'not named' : `${finding.file}${lines(finding)}`;
  const facts = [
    `title: ${finding.title}`,
    `place: ${place}`,
    `severity: ${finding.severity}`,
    `category: ${finding.category}${finding.rule === undefined ? '' : ` (${finding.rule})`}`,
    `description: ${finding.description}`,
    ...(finding.suggestion === undefined ? [] : [`suggestion: ${finding.suggestion}`]),
    ...alsoReported(finding),
  ];
  const code = excerpt === null || finding.file === undefined ? [] : [asData(`excerpt of ${finding.file}`, excerpt)];
  return [`## ${finding.code}\n`, asData(`finding ${finding.code}`, facts.join('\n')), ...code, ...attemptSection(attempts), ''].join('\n');
};

const mostReports = 10;

/** Where several reports became one finding: all of them have to be gone. */
const alsoReported = ({ merged = [] }: Finding): string[] => {
  const others = merged
    .slice(1, mostReports + 1)
    .map((report) => `- ${report.line === undefined ? 'no line' : `line ${lines(report).slice(1)}`}, ${report.reviewer}: ${report.title}`);
  const more = merged.length - 1 - others.length;
  return others.length === 0 ? [] : ['also reported, and to be fixed with it:', ...others, ...(more > 0 ? [`- and ${more} more`] : [])];
};

const lines = ({ line, endLine }: Pick<Finding, 'line' | 'endLine'>): string =>
  line === undefined ? '' : endLine === undefined || endLine === line ? `:${line}` : `:${line}-${endLine}`;
