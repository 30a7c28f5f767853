/** mypy's JSON: an object in each line, whose columns count from 0. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonLinesTool } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { fromZero } from '../shared/told.ts';

export const mypy = jsonLinesTool({
  name: 'mypy',
  title: 'mypy JSON (mypy --output json)',
  reviewer: 'mypy',
  isEntry: (value) => isListOf([value], 'file', 'message', 'severity') && own(value, 'hint') !== undefined,
  shape: z.object({
    file: z.string(),
    line: z.number().nullish(),
    column: z.number().nullish(),
    end_line: z.number().nullish(),
    end_column: z.number().nullish(),
    message: z.string(),
    hint: z.string().nullish(),
    code: z.string().nullish(),
    severity: z.string().nullish(),
  }),
  told: (entry) => ({
    message: entry.message,
    path: entry.file,
    severity: toolSeverity(entry.severity),
    rule: entry.code,
    line: entry.line,
    endLine: entry.end_line,
    column: fromZero(entry.column),
    endColumn: fromZero(entry.end_column),
    suggestion: entry.hint,
  }),
});
