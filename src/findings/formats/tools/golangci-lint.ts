/** golangci-lint's JSON, of its first and second major version. */
import { z } from 'zod';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

export const golangciLint = jsonTool({
  name: 'golangci-lint',
  title: 'golangci-lint JSON (--output.json.path stdout, before version 2 --out-format json)',
  reviewer: 'golangci-lint',
  // Where it found nothing, "Issues" is null or empty.
  recognises: (value) =>
    own(value, 'Issues') !== undefined &&
    (isObject(own(value, 'Report')) ||
      asArray(own(value, 'Issues')).every((each) => own(each, 'FromLinter') !== undefined)),
  entries: (value) => listed(own(value, 'Issues'), 'Issues'),
  shape: z.object({
    FromLinter: z.string().nullish(),
    Text: z.string(),
    Severity: z.string().nullish(),
    Pos: z.object({ Filename: z.string(), Line: z.number().nullish(), Column: z.number().nullish() }),
    LineRange: z.object({ From: z.number(), To: z.number() }).nullish(),
    Replacement: z
      .object({ NewLines: z.array(z.string()).nullish() })
      .nullish()
      .catch(null),
  }),
  told: (entry) => ({
    message: entry.Text,
    path: entry.Pos.Filename,
    severity: toolSeverity(entry.Severity),
    // The linter, since that is what its lines end with.
    rule: entry.FromLinter,
    line: entry.Pos.Line,
    endLine: entry.LineRange?.To,
    column: entry.Pos.Column,
    suggestion: entry.Replacement?.NewLines?.join('\n'),
  }),
});
