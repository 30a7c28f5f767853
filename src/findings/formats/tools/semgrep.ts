/** semgrep's JSON. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Position = z.object({ line: z.number(), col: z.number().nullish() });

export const semgrep = jsonTool({
  name: 'semgrep',
  title: 'semgrep JSON (semgrep --json)',
  reviewer: 'semgrep',
  recognises: (value) =>
    Array.isArray(own(value, 'results')) &&
    (isListOf(own(value, 'results'), 'check_id') ||
      (own(value, 'paths') !== undefined && own(value, 'errors') !== undefined)),
  entries: (value) => listed(own(value, 'results'), 'results'),
  shape: z.object({
    check_id: z.string(),
    path: z.string(),
    start: Position.nullish(),
    end: Position.nullish(),
    extra: z.object({
      message: z.string(),
      severity: z.string().nullish(),
      fix: z.string().nullish(),
      is_ignored: z.boolean().nullish(),
    }),
  }),
  // What a comment in the code silences is listed, and no finding.
  told: ({ check_id: rule, path, start, end, extra }) =>
    extra.is_ignored
      ? null
      : {
          message: extra.message,
          path,
          severity: toolSeverity(extra.severity),
          rule,
          line: start?.line,
          endLine: end?.line,
          column: start?.col,
          endColumn: end?.col,
          suggestion: extra.fix && `Suggested:\n${extra.fix}`,
        },
});
