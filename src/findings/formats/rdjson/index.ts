/** reviewdog's rdjson: a document of diagnostics, or a single one. */
import type { Collected, FormatContext, JsonFormat } from '../format.ts';
import { readDiagnostic } from './diagnostic.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';

export const isDiagnostic = (value: unknown): boolean =>
  typeof own(value, 'message') === 'string' && typeof own(own(value, 'location'), 'path') === 'string';

const keys = new Set(['diagnostics', 'source', 'severity']);

/** Nothing was found; writers leave an empty list out. */
const isEmptyDocument = (value: unknown): boolean =>
  isObject(value) &&
  asArray(own(value, 'diagnostics')).length === 0 &&
  (Array.isArray(own(value, 'diagnostics')) || isObject(own(value, 'source'))) &&
  Object.keys(value).every((key) => keys.has(key));

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  if (isDiagnostic(value)) {
    readDiagnostic(value, 'diagnostic', {}, context, into);
    return into;
  }
  const defaults = { severity: own(value, 'severity'), source: own(value, 'source') };
  for (const [index, diagnostic] of asArray(own(value, 'diagnostics')).entries()) {
    readDiagnostic(diagnostic, `diagnostics[${index}]`, defaults, context, into);
  }
  return into;
};

export const rdjson: JsonFormat = {
  of: 'json',
  name: 'rdjson',
  title: 'reviewdog rdjson',
  recognises: (value) =>
    isDiagnostic(value) || isEmptyDocument(value) || asArray(own(value, 'diagnostics')).some(isDiagnostic),
  read,
};
