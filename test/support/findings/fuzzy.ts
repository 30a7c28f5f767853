/** Findings for tests of fuzzy consolidation, and its groups. */
import { fuzzyGroups as groupsOf } from '../../../src/findings/merge/fuzzy.ts';
import type { Reported } from '../../../src/findings/merge/merge.ts';

/** One that stays alone as a group of its own. */
export const fuzzyGroups = (findings: readonly Reported[], onCompare?: () => void): Reported[][] =>
  groupsOf(findings, onCompare).map((group) => [group].flat());

export const reported = (more: Partial<Reported> = {}): Reported => ({
  severity: 'medium',
  category: 'style',
  title: 'The promise is not awaited',
  description: '',
  file: 'a.ts',
  line: 10,
  reviewer: 'lint',
  level: 'blocking',
  ...more,
});

export const without = (finding: Reported, ...keys: (keyof Reported)[]): Reported => {
  const rest = { ...finding };
  for (const key of keys) delete rest[key];
  return rest;
};
