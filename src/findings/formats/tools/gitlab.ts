/** GitLab's code quality report, which is a part of Code Climate's format and which many tools write. */
import { z } from 'zod';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Line = z.union([z.number(), z.object({ line: z.number().nullish(), column: z.number().nullish() })]).nullish();
const Range = z.object({ begin: Line, end: Line }).nullish();

const lineOf = (at: z.infer<typeof Line>): number | null | undefined => (typeof at === 'number' ? at : at?.line);
const columnOf = (at: z.infer<typeof Line>): number | null | undefined =>
  typeof at === 'number' ? undefined : at?.column;

export const gitlab = jsonTool({
  name: 'gitlab',
  title: 'GitLab code quality (Code Climate) JSON',
  recognises: (value) =>
    isListOf(value, 'description', 'location', 'fingerprint') ||
    isListOf(value, 'description', 'location', 'check_name'),
  entries: listed,
  shape: z.object({
    description: z.string(),
    check_name: z.string().nullish(),
    severity: z.string().nullish(),
    fingerprint: z.string().nullish(),
    location: z.object({ path: z.string(), lines: Range, positions: Range }),
  }),
  told: ({ description, check_name: rule, severity, fingerprint, location }) => {
    const { begin, end } = location.positions ?? location.lines ?? {};
    return {
      message: rule && description.startsWith(`${rule}: `) ? description.slice(rule.length + 2) : description,
      path: location.path,
      severity: toolSeverity(severity),
      rule,
      line: lineOf(begin),
      endLine: lineOf(end),
      column: columnOf(begin),
      endColumn: columnOf(end),
      ...(fingerprint && { fingerprints: { gitlab: fingerprint } }),
    };
  },
});
