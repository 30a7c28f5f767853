/** Findings that say the same become one (requirement 1.4). */
import { mergeGroup, type Reported } from './merge.ts';
import { exactGroups } from './exact.ts';
import { fuzzyGroups } from './fuzzy.ts';

export type Dedup = 'fuzzy' | 'exact' | 'off';

/** In the order in which the first of each group was reported. */
export const consolidate = (findings: readonly Reported[], how: Dedup): Reported[] => {
  if (how === 'off') return [...findings];
  const groups = how === 'fuzzy' ? fuzzyGroups(findings) : exactGroups(findings);
  return groups.map((group) => (Array.isArray(group) ? mergeGroup(group) : group));
};
