/** Biome's JSON (`--reporter=json`): its places are unlike those of reviewdog's format, which it resembles. */
import { z } from 'zod';
import { asArray, own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const Position = z.object({ line: z.number().nullish(), column: z.number().nullish() }).nullish();

/** Older versions give messages and advices as pieces of marked-up text. */
const words = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : asArray(value)
        .map((piece) => own(piece, 'content'))
        .filter((piece) => typeof piece === 'string')
        .join('');

/** Older versions give a path as an object. */
const pathOf = (path: unknown): string | undefined => {
  const name = typeof path === 'string' ? path : own(path, 'file');
  return typeof name === 'string' ? name : undefined;
};

export const biome = jsonTool({
  name: 'biome',
  title: 'Biome JSON (biome lint --reporter=json)',
  reviewer: 'biome',
  recognises: (value) =>
    Array.isArray(own(value, 'diagnostics')) &&
    own(value, 'summary') !== undefined &&
    own(own(value, 'summary'), 'unchanged') !== undefined,
  entries: (value) => listed(own(value, 'diagnostics'), 'diagnostics'),
  shape: z.object({
    severity: z.string().nullish(),
    message: z.unknown().optional(),
    description: z.string().nullish(),
    category: z.string().nullish(),
    location: z.object({ path: z.unknown().optional(), start: Position, end: Position }).nullish(),
    advices: z.unknown().optional(),
  }),
  told: ({ severity, message, description, category, location, advices }) => ({
    message: words(message) || (description ?? ''),
    path: pathOf(location?.path),
    severity: toolSeverity(severity),
    rule: category,
    line: location?.start?.line,
    endLine: location?.end?.line,
    column: location?.start?.column,
    endColumn: location?.end?.column,
    suggestion: asArray(advices)
      .map((advice) => words(own(advice, 'text')))
      .join('\n'),
  }),
});
