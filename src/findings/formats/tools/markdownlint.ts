/** markdownlint's JSON, with the fixes that its rules offer. */
import { z } from 'zod';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const FixInfo = z.object({
  lineNumber: z.int().min(1).nullish(),
  editColumn: z.int().min(1).nullish(),
  /** -1: the line as a whole. */
  deleteCount: z.int().min(-1).nullish(),
  insertText: z.string().nullish(),
});

const shape = z.object({
  fileName: z.string(),
  lineNumber: z.int().min(1),
  ruleNames: z.array(z.string()).min(1),
  ruleDescription: z.string(),
  ruleInformation: z.string().nullish(),
  errorDetail: z.string().nullish(),
  errorContext: z.string().nullish(),
  errorRange: z.tuple([z.number(), z.number()]).nullish().catch(null),
  fixInfo: FixInfo.nullish().catch(null),
  severity: z.string().nullish(),
});

const editsOf = ({ fixInfo, lineNumber }: z.infer<typeof shape>, file: string): TextEdit[] => {
  if (!fixInfo) return [];
  const line = fixInfo.lineNumber ?? lineNumber;
  const { editColumn, deleteCount, insertText } = fixInfo;
  if (deleteCount === -1) return [{ file, range: { by: 'lines', startLine: line, endLine: line }, text: '' }];
  const startColumn = editColumn ?? 1;
  const endColumn = startColumn + (deleteCount ?? 0);
  const range = { by: 'position', startLine: line, startColumn, endLine: line, endColumn, unit: 'utf16' } as const;
  return [{ file, range, text: insertText ?? '' }];
};

export const markdownlint = jsonTool({
  name: 'markdownlint',
  title: 'markdownlint JSON (markdownlint --json)',
  reviewer: 'markdownlint',
  recognises: (value) => isListOf(value, 'fileName', 'lineNumber', 'ruleNames'),
  entries: listed,
  shape,
  told: (entry) => ({
    message: entry.errorDetail ? `${entry.ruleDescription} [${entry.errorDetail}]` : entry.ruleDescription,
    path: entry.fileName,
    severity: toolSeverity(entry.severity),
    rule: entry.ruleNames.join('/'),
    line: entry.lineNumber,
    column: entry.errorRange?.[0],
    endColumn: entry.errorRange && entry.errorRange[0] + entry.errorRange[1],
    more: [entry.errorContext && `Context: ${entry.errorContext}`, entry.ruleInformation],
    edits: (file) => editsOf(entry, file),
  }),
});
