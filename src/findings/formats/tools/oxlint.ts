/** oxlint's JSON. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Label = z.object({
  label: z.string().nullish(),
  span: z.object({ line: z.number().nullish(), column: z.number().nullish(), length: z.number().nullish() }).nullish(),
});

export const oxlint = jsonTool({
  name: 'oxlint',
  title: 'oxlint JSON (oxlint -f json)',
  reviewer: 'oxlint',
  recognises: (value) =>
    Array.isArray(own(value, 'diagnostics')) &&
    (own(value, 'number_of_files') !== undefined || isListOf(own(value, 'diagnostics'), 'filename', 'labels')),
  entries: (value) => listed(own(value, 'diagnostics'), 'diagnostics'),
  shape: z.object({
    message: z.string(),
    code: z.string().nullish(),
    severity: z.string().nullish(),
    help: z.string().nullish(),
    url: z.string().nullish(),
    filename: z.string().nullish(),
    labels: z.array(Label).nullish(),
  }),
  told: ({ filename, labels, severity, help, url, code, message }) => ({
    message,
    path: filename ?? undefined,
    severity: toolSeverity(severity),
    rule: code,
    line: labels?.[0]?.span?.line,
    column: labels?.[0]?.span?.column,
    suggestion: help,
    more: [url],
  }),
});
