/** HTMLHint's JSON. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listedIn } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

export const htmlhint = jsonTool({
  name: 'htmlhint',
  title: 'HTMLHint JSON (htmlhint -f json)',
  reviewer: 'htmlhint',
  recognises: (value) => isListOf(value, 'file', 'messages'),
  entries: (value) =>
    listedIn(value, 'messages').map(({ place, value: message, of }) => ({
      place,
      value: { file: own(of, 'file'), message },
    })),
  shape: z.object({
    file: z.string(),
    message: z.object({
      type: z.string().nullish(),
      message: z.string(),
      line: z.number().nullish(),
      col: z.number().nullish(),
      rule: z.object({ id: z.string().nullish() }).nullish(),
    }),
  }),
  told: ({ file, message: { type, rule, col, message, line } }) => ({
    message,
    path: file,
    severity: toolSeverity(type),
    rule: rule?.id,
    line,
    column: col,
  }),
});
