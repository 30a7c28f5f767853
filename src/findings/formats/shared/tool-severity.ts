/** Severities in the words of linters, which know more of them than reviews do. */
import type { Severity } from '../../../model/finding.ts';
import { toSeverity } from '../../read/severity.ts';

const words: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['blocker', 'critical'],
  ['fatal', 'high'],
  ['fatal error', 'high'],
  ['warn', 'medium'],
  ['moderate', 'medium'],
  ['error: internal compiler error', 'high'],
  ['hint', 'low'],
  ['help', 'low'],
  ['style', 'low'],
  ['convention', 'low'],
  ['refactor', 'low'],
  ['information', 'info'],
]);

/** Undefined for a word that is not a severity. */
export const toolSeverity = (word: string | null | undefined): Severity | undefined =>
  words.get(word?.trim().toLowerCase() ?? '') ?? toSeverity(word ?? '') ?? undefined;
