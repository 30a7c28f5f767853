/** The JSON of GCC's diagnostics. */
import { z } from 'zod';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Caret = z.object({ file: z.string(), line: z.number(), column: z.number().nullish() });

export const gcc = jsonTool({
  name: 'gcc',
  title: 'GCC JSON (gcc -fdiagnostics-format=json)',
  reviewer: 'gcc',
  recognises: (value) => isListOf(value, 'kind', 'locations', 'message'),
  entries: listed,
  shape: z.object({
    kind: z.string(),
    message: z.string(),
    option: z.string().nullish(),
    locations: z.array(z.object({ caret: Caret })),
    children: z
      .array(z.object({ message: z.string() }))
      .nullish()
      .catch(null),
  }),
  told: ({ kind, message, option, locations, children }) => ({
    message,
    path: locations[0]?.caret.file,
    severity: toolSeverity(kind),
    rule: option,
    line: locations[0]?.caret.line,
    column: locations[0]?.caret.column,
    more: (children ?? []).map((child) => child.message),
  }),
});
