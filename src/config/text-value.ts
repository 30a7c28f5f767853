/**
 * A value given as text on the command line or in the environment, read as YAML as far as the schema wants more than
 * text.
 */
import { parseDocument } from 'yaml';
import { type Path, isPlain } from '../plain/plain-data.ts';
import { hasFixedValues, typesAt } from './schema-tree.ts';

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const parseYaml = (text: string): unknown => {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
    return document.errors.length > 0 || document.warnings.length > 0 ? text : document.toJS({ maxAliasCount: 0 });
  } catch {
    return text;
  }
};

/** `a,b` for a list of fixed words; for other lists one text is one entry. */
const entries = (text: string, path: Path): string[] =>
  hasFixedValues([...path, 0]) ? text.split(',').map((part) => part.trim()) : [text];

export const valueFromText = (text: string, path: Path): unknown => {
  const allowed = typesAt(path);
  const parsed: unknown = parseYaml(text);
  if (allowed.has(typeOf(parsed)) && !(isPlain(parsed) && allowed.has('string'))) return parsed;
  if (allowed.has('string')) return text;
  return allowed.has('array') && !isPlain(parsed) && parsed !== null ? entries(text, path) : parsed;
};
