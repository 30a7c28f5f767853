/** Findings in files that are left out (`exclude`, `.fixpointignore`): nobody looks at them, and that is said. */
import { leftOutBy, type WhyLeftOut } from '../../plain/ignore/ignore-rules.ts';
import type { ReviewerReport } from './admit.ts';

export type Included = { reports: ReviewerReport[]; warnings: string[] };

export const withoutExcluded = (reports: readonly ReviewerReport[], exclude: readonly string[] = []): Included => {
  if (exclude.length === 0) return { reports: [...reports], warnings: [] };
  const { counts, stays } = countedBy(leftOutBy(exclude));
  const kept = reports.map((report) => ({ ...report, drafts: report.drafts.filter(stays) }));
  return { reports: kept, warnings: counts.size === 0 ? [] : [leftOutText(counts)] };
};

/** How often each rule was the one. */
const countedBy = (why: WhyLeftOut) => {
  const counts = new Map<string, number>();
  const stays = ({ file }: { file?: string | undefined }): boolean => {
    const rule = file === undefined ? undefined : why(file);
    if (rule !== undefined) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    return rule === undefined;
  };
  return { counts, stays };
};

const leftOutText = (counts: ReadonlyMap<string, number>): string => {
  const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const rules = [...counts].map(([rule, number]) => (counts.size === 1 ? rule : `${rule}: ${number}`));
  return `${all} ${all === 1 ? 'finding' : 'findings'} in excluded files left out (${rules.join(', ')})`;
};
