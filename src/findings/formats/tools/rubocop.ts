/** RuboCop's JSON. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listedIn } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { fromZero } from '../shared/told.ts';

export const rubocop = jsonTool({
  name: 'rubocop',
  title: 'RuboCop JSON (rubocop -f json)',
  reviewer: 'rubocop',
  recognises: (value) =>
    isListOf(own(value, 'files'), 'path', 'offenses') || own(own(value, 'metadata'), 'rubocop_version') !== undefined,
  entries: (value) =>
    listedIn(own(value, 'files'), 'offenses', 'files').map(({ place, value: offense, of }) => ({
      place,
      value: { path: own(of, 'path'), offense },
    })),
  shape: z.object({
    path: z.string(),
    offense: z.object({
      severity: z.string().nullish(),
      message: z.string(),
      cop_name: z.string().nullish(),
      corrected: z.boolean().nullish(),
      location: z
        .object({
          start_line: z.number().nullish(),
          start_column: z.number().nullish(),
          last_line: z.number().nullish(),
          last_column: z.number().nullish(),
          line: z.number().nullish(),
          column: z.number().nullish(),
        })
        .nullish(),
    }),
  }),
  told: ({ path, offense: { location, corrected, ...offense } }) =>
    corrected
      ? null
      : {
          message: offense.message,
          path,
          severity: toolSeverity(offense.severity),
          rule: offense.cop_name,
          line: location?.start_line ?? location?.line,
          endLine: location?.last_line,
          column: location?.start_column ?? location?.column,
          endColumn: fromZero(location?.last_column),
        },
});
