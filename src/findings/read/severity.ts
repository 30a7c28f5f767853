/** Severities under the names that other tools give them. */
import { Severity } from '../../model/finding.ts';

const aliases: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ...Severity.options.map((severity): [string, Severity] => [severity, severity]),
  ['major', 'high'],
  ['error', 'high'],
  ['minor', 'low'],
  ['warning', 'medium'],
  ['note', 'low'],
  ['suggestion', 'low'],
  ['none', 'info'],
]);

/** Null for a word that is not a severity. */
export const toSeverity = (word: string): Severity | null => aliases.get(word.trim().toLowerCase()) ?? null;
