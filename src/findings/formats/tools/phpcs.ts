/** JSON of PHP_CodeSniffer, and of PHPStan, which has the same build. */
import { z } from 'zod';
import { isObject, own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

/** By path; where nothing was found, some versions write an empty list. */
const filesOf = (value: unknown): [string, unknown][] => {
  const files = own(value, 'files');
  return isObject(files) ? Object.entries(files) : [];
};

export const phpcs = jsonTool({
  name: 'phpcs',
  title: 'PHP_CodeSniffer or PHPStan JSON (phpcs --report=json, phpstan --error-format=json)',
  recognises: (value) =>
    isObject(own(value, 'totals')) && (isObject(own(value, 'files')) || Array.isArray(own(value, 'files'))),
  entries: (value) =>
    filesOf(value).flatMap(([path, file]) =>
      listed(own(file, 'messages'), `files.${path}.messages`).map(({ place, value: message }) => ({
        place,
        value: { path, message },
      })),
    ),
  shape: z.object({
    path: z.string(),
    message: z.object({
      message: z.string(),
      source: z.string().nullish(),
      identifier: z.string().nullish(),
      tip: z.string().nullish(),
      type: z.string().nullish(),
      line: z.number().nullish(),
      column: z.number().nullish(),
    }),
  }),
  told: ({ path, message: { type, source, identifier, tip, ...message } }) => ({
    ...message,
    path,
    severity: type ? toolSeverity(type) : 'high',
    rule: source ?? identifier,
    suggestion: tip,
  }),
});
