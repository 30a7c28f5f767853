/** shellcheck's JSON; only that of `json1` counts a tab as one column, so that its fixes can be made. */
import { z } from 'zod';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Line = z.int().min(1);

const Replacement = z.object({
  line: Line,
  endLine: Line,
  column: Line,
  endColumn: Line,
  replacement: z.string(),
});

const Fix = z.object({ replacements: z.array(Replacement) });

const editsOf = (fix: z.infer<typeof Fix>, file: string): TextEdit[] =>
  fix.replacements.map(({ line, column, endLine, endColumn, replacement }) => ({
    file,
    range: { by: 'position', startLine: line, startColumn: column, endLine, endColumn, unit: 'codePoint' },
    text: replacement,
  }));

/** Where its entries stand; those of `json` are the document itself. */
const ofJson1 = 'comments';

const shape = z.object({
  file: z.string(),
  line: z.number().nullish(),
  endLine: z.number().nullish(),
  column: z.number().nullish(),
  endColumn: z.number().nullish(),
  level: z.string().nullish(),
  code: z.union([z.number(), z.string()]).nullish(),
  message: z.string(),
  fix: Fix.nullish().catch(null),
});

const isClean = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 1 && asArray(own(value, ofJson1)).length === 0 && ofJson1 in value;

export const shellcheck = jsonTool({
  name: 'shellcheck',
  title: 'shellcheck JSON (shellcheck -f json1)',
  reviewer: 'shellcheck',
  recognises: (value) =>
    (isListOf(value, 'file', 'level', 'code') &&
      asArray(value).every((each) => typeof own(each, 'code') === 'number')) ||
    isListOf(own(value, ofJson1), 'file', 'level', 'code') ||
    isClean(value),
  entries: (value) => (Array.isArray(value) ? listed(value) : listed(own(value, 'comments'), ofJson1)),
  shape,
  told: ({ level, code, fix, file, ...entry }, place) => ({
    ...entry,
    path: file,
    severity: toolSeverity(level),
    rule: typeof code === 'number' ? `SC${code}` : code,
    edits: (path) => (fix && place.startsWith(ofJson1) ? editsOf(fix, path) : []),
  }),
});
