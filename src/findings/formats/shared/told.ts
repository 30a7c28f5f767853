/** What a tool says of one problem, whatever its format, and the finding that it becomes. */
import type { DraftFinding, Severity } from '../../../model/finding.ts';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { given } from '../../../plain/given.ts';
import { toColumns } from '../../read/columns.ts';
import { toLineRange } from '../../read/lines.ts';
import { toRepoPath } from '../../read/paths.ts';
import { findingText, oneLine, titleOf } from '../../read/text.ts';
import type { Collected, FormatContext } from '../format.ts';

type Number = number | string | null | undefined;

export type Told = {
  message: string;
  /** None: it is about the repository as a whole. */
  path?: string | undefined;
  severity?: Severity | undefined;
  rule?: string | null | undefined;
  line?: Number;
  endLine?: Number;
  column?: Number;
  endColumn?: Number;
  /** Paragraphs below the message. */
  more?: readonly (string | null | undefined)[];
  suggestion?: string | null | undefined;
  /** Of the file that the path comes to. */
  edits?: (file: string) => TextEdit[];
  fingerprints?: Record<string, string> | undefined;
};

/** Where findings go, and who found them; a tool that a format cannot name has no name here. */
export type Telling = { context: FormatContext; into: Collected; reviewer?: string | undefined };

/** 0 stands for the first line or column, as some tools count. */
export const fromZero = (value: number | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : value + 1;

const placeOf = (told: Told): Pick<DraftFinding, 'line' | 'endLine' | 'column' | 'endColumn'> => {
  const lines = toLineRange(told.line, told.endLine);
  return { ...lines, ...toColumns(lines, told.column, told.endColumn) };
};

const draft = (told: Told, message: string, file: string | undefined): DraftFinding => {
  const rule = oneLine(told.rule ?? '');
  const suggestion = findingText(told.suggestion ?? '');
  const edits = file === undefined ? [] : (told.edits?.(file) ?? []);
  const more = (told.more ?? []).filter((each) => each?.trim());
  return {
    severity: told.severity ?? 'medium',
    category: rule || 'general',
    title: titleOf(message),
    description: more.length === 0 ? message : findingText([message, ...more].join('\n\n')),
    ...given({ suggestion: suggestion || undefined, rule: rule || undefined, fingerprints: told.fingerprints }),
    ...(file !== undefined && { file, ...placeOf(told) }),
    ...(edits.length > 0 && { edits }),
  };
};

/** Adds a finding, or says why there is none. */
export const tell = (told: Told, place: string, { context, into, reviewer }: Telling): void => {
  const say = (message: string): void => void into.problems.push({ place, message });
  const message = findingText(told.message);
  if (message === '') return say('not a finding: it does not say what is wrong');
  const path = told.path === undefined ? {} : toRepoPath(told.path, context);
  if (path.problem) return say(`left out: ${path.problem}: ${titleOf(message)}`);
  const by = context.fromTool ? undefined : reviewer;
  into.findings.push({ ...draft(told, message, path.file), ...given({ reviewer: by }) });
};
