/** Keys and values that the documentation promises but that do not work yet, so that the error can say so. */
import type { Path } from './plain.ts';

const keys = new Set([
  'sandbox',
  'clarify',
  'plan',
  'challenger',
  'justification',
  'gates',
  'leftovers',
  'artifacts',
  'agents.*.model',
  'agents.*.price',
  'agents.*.fallback',
  'reviewers.*.agent',
  'reviewers.*.skill',
  'reviewers.*.languages',
  'review.base',
  'review.sequence',
  'review.again',
  'review.spec',
  'limits.usd',
  'limits.tokens',
  'limits.minutes',
]);

const values: ReadonlyMap<string, readonly string[]> = new Map([
  ['preset', ['turbowrap', 'ralph', 'unified', 'accountability']],
  ['agents.*.kind', ['acp', 'claude', 'gemini', 'codex', 'opencode']],
  ['reviewers.*.kind', ['agent']],
  ['fix.mode', ['delegated']],
  ['fix.agent', ['claude', 'gemini', 'codex', 'opencode']],
]);

const pattern = (path: Path): string =>
  path.map((part, index) => (index === 1 && (path[0] === 'agents' || path[0] === 'reviewers') ? '*' : String(part))).join('.');

export const notYet = 'not available in this version';

export const isLaterKey = (path: Path): boolean => keys.has(pattern(path));

export const isLaterValue = (path: Path, value: unknown): boolean =>
  typeof value === 'string' && Boolean(values.get(pattern(path))?.includes(value));
