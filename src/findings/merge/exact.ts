/** `exact` consolidation: findings in one file, on one line, of one category are one. */
import type { Reported } from './merge.ts';

const key = (finding: Reported): string | null =>
  finding.file === undefined ? null : JSON.stringify([finding.file, finding.line ?? null, finding.category]);

/** In the order in which the first of each group was reported. Findings about no file in particular stay apart. */
export const exactGroups = (findings: readonly Reported[]): Reported[][] =>
  [
    ...Map.groupBy(
      findings.map((finding, index) => ({ finding, group: key(finding) ?? index })),
      ({ group }) => group,
    ).values(),
  ].map((group) => group.map(({ finding }) => finding));
