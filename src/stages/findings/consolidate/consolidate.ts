/** Findings that say the same become one (requirement 1.4). */
import { mergeGroup, type Reported } from '../merge.ts';
import { exactGroups } from './exact.ts';
import { fuzzyGroups } from './fuzzy.ts';

export type Dedup = 'fuzzy' | 'exact' | 'off';

const groups: Readonly<Record<Exclude<Dedup, 'off'>, (findings: readonly Reported[]) => Reported[][]>> = {
  fuzzy: (findings) => fuzzyGroups(findings),
  exact: exactGroups,
};

/** In the order in which the first of each group was reported. */
export const consolidate = (findings: readonly Reported[], how: Dedup): Reported[] =>
  how === 'off' ? [...findings] : groups[how](findings).map(mergeGroup);
