/** The prompt of a fixer: the same beginning for every call of a run, then what this call is about. */
import type { FindingGroup } from '../../model/answer.ts';
import { present } from '../../plain/present.ts';
import { asData } from '../../prompts/data-block.ts';
import { charactersPerToken, section } from '../../prompts/sections.ts';
import { asDiff } from './diff-text.ts';
import { type History, historyOf } from './prompt-attempts.ts';
import { type Filled, fillPrompt } from './prompt-fill.ts';
import type { PromptFinding } from './prompt-finding.ts';
import { partOf, sharedPart, type PromptSetting } from './prompt-shared.ts';

export type { PromptFinding };

export type PromptInput = PromptSetting & {
  findings: readonly PromptFinding[];
  /** The working folder holds the change of the last attempt. */
  fromRefused?: boolean;
  /** What the reviewed change is compared with, as it was called. */
  base?: string | undefined;
};

/** `diff`: the reviewed change around the findings that are included; empty where there is none. */
export type Prompt = { text: string; included: string[]; cut: string[]; diff: string };

const mostOfChange = 60_000;

/**
 * Findings come in the order of their priority: what does not fit waits for the next call. At least one is always
 * there.
 */
export const fixPrompt = (input: PromptInput): Prompt => {
  const shared = sharedPart(input);
  const history = historyOf(input.findings, input.fromRefused ?? false);
  const all = input.context * charactersPerToken - shared.length;
  const filled = fillPrompt(input.findings, history, { all, change: partOf(input, mostOfChange) });
  const diff = asDiff(filled.change);
  const ids = input.findings.map(({ finding }) => finding.id);
  const count = filled.entries.length;
  return {
    text: [shared, ...about(input, filled, diff, history)].join('\n'),
    included: ids.slice(0, count),
    cut: ids.slice(count),
    diff,
  };
};

const about = ({ base, groups }: PromptInput, filled: Filled, diff: string, history: History): string[] => [
  ...changeSection(diff, filled, base),
  ...section('What was tried before', triedBefore(filled, history.introduction)),
  affectedFiles(filled.entries),
  ...groupSection(groups, filled.entries),
  ...filled.sections,
];

const triedBefore = ({ entries, failures }: Filled, introduction: string | undefined): string =>
  introduction === undefined || entries.every(({ attempts }) => attempts.length === 0)
    ? ''
    : [introduction, ...failures].join('\n\n');

const changeSection = (diff: string, { withoutChange }: Filled, base = 'the base'): string[] => {
  const codes = withoutChange.join(', ');
  const left = codes === '' ? '' : `Left out, for want of room: the change around ${codes}.`;
  if (diff === '') return section('The change under review', left);
  return section(
    'The change under review',
    present([
      `What was changed around these findings since ${JSON.stringify(base)}, in the state that was reviewed. ` +
        'It shows what the change was for: keep that.',
      asData('reviewed change', diff),
      left !== '' && left,
    ]).join('\n\n'),
  );
};

/** Codes of what does not fit are left out with it. */
const groupSection = (groups: readonly FindingGroup[] | undefined, entries: readonly PromptFinding[]): string[] => {
  if (!groups) return [];
  const included = new Set(entries.map(({ finding }) => finding.code));
  const lines = groups.flatMap(({ description, findings }) => {
    const codes = findings.filter((code) => included.has(code)).join(', ');
    return codes === '' ? [] : [`${codes}: ${description}`];
  });
  return [`${asData('groups', lines.map((line, index) => `${index + 1}. ${line}`).join('\n'))}\n`];
};

const affectedFiles = (entries: readonly PromptFinding[]): string => {
  const files = [...new Set(entries.flatMap(({ finding }) => finding.file ?? []))];
  const names = files.map((file) => JSON.stringify(file)).join('\n') || 'not named';
  return `# Findings\n\n${asData('affected files', names)}\n`;
};
