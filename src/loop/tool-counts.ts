/** What is known about the reports of tools at the head: where it comes from first, and how accepted fixes change it. */
import type { RunEventOf } from '../model/event.ts';
import { reviewersOf } from '../model/finding.ts';
import { countReported } from '../stages/verify/tool-counts.ts';
import type { RunState, UnitState } from './state.ts';

/** Of a tool that was not run on the start, what was imported from it is all that is known. */
export const countImported = (state: RunState, { findings, merged }: RunEventOf<'findings.admitted'>): void => {
  const times = new Map(merged.map(({ id, count }) => [id, count]));
  for (const reviewer of new Set(findings.flatMap(reviewersOf))) {
    if (state.toolCounts.has(reviewer)) continue;
    const own = findings.filter((finding) => reviewersOf(finding).includes(reviewer));
    state.toolCounts.set(
      reviewer,
      countReported(own.flatMap((finding) => Array.from({ length: times.get(finding.id) ?? 1 }, () => finding))),
    );
  }
};

export const updateToolCounts = (state: RunState, unit: UnitState): void => {
  for (const result of unit.check?.tools ?? []) {
    if (result.status !== 'ran') continue;
    state.toolCounts.set(result.reviewer, { ...state.toolCounts.get(result.reviewer), ...result.counts });
  }
};
