/** pyright's JSON, which counts lines and columns from 0. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { fromZero } from '../shared/told.ts';

const Position = z.object({ line: z.number(), character: z.number() });

export const pyright = jsonTool({
  name: 'pyright',
  title: 'pyright JSON (pyright --outputjson)',
  reviewer: 'pyright',
  recognises: (value) => Array.isArray(own(value, 'generalDiagnostics')),
  entries: (value) => listed(own(value, 'generalDiagnostics'), 'generalDiagnostics'),
  shape: z.object({
    file: z.string(),
    severity: z.string().nullish(),
    message: z.string(),
    rule: z.string().nullish(),
    range: z.object({ start: Position, end: Position }).nullish(),
  }),
  told: ({ file, range, severity, ...entry }) => ({
    ...entry,
    path: file,
    severity: toolSeverity(severity),
    line: fromZero(range?.start.line),
    endLine: fromZero(range?.end.line),
    column: fromZero(range?.start.character),
    endColumn: fromZero(range?.end.character),
  }),
});
