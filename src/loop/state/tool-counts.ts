/**
 * What is known about the reports of tools at the head: where it comes from first, and how accepted fixes change it.
 */
import type { RunEventOf } from '../../model/event.ts';
import { reportsOf } from '../../model/finding.ts';
import type { Verification } from '../../model/verification.ts';
import { countReported } from '../../stages/verify/tool-counts.ts';
import type { RunState } from './state.ts';
import type { AnsweredUnit } from './unit.ts';

/** Of a tool that was not run on the start, what was imported from it is all that is known. */
export const countImported = (state: RunState, { findings }: RunEventOf<'findings.admitted'>): void => {
  const reports = findings.flatMap((finding) =>
    reportsOf(finding).map((report) => ({ ...report, file: finding.file })),
  );
  for (const [reviewer, own] of Map.groupBy(reports, (report) => report.reviewer)) {
    if (!state.checks.toolCounts.has(reviewer)) state.checks.toolCounts.set(reviewer, countReported(own));
  }
};

/** What a tool says of the start itself is worth more than what was imported under its name. */
export const startRechecks = (state: RunState, event: RunEventOf<'recheck.finished'>): void => {
  state.checks.recheck = event;
  for (const { name, counts, problem } of event.tools)
    if (problem === undefined) state.checks.toolCounts.set(name, counts);
};

/** What a fix was shown to do by itself. */
export const updateToolCounts = (state: RunState, unit: AnsweredUnit): void => {
  const own = ownFiles(state, unit);
  if (unit.check) countTools(state, unit.check, (file) => own === null || own.has(file));
};

/** What tools said of a tree that counts from here on. */
export const countTools = (
  state: RunState,
  { tools }: Verification,
  counts: (file: string) => boolean = () => true,
): void => {
  for (const result of tools) {
    if (result.status !== 'ran') continue;
    const seen = Object.entries(result.counts).filter(([file]) => counts(file));
    state.checks.toolCounts.set(result.reviewer, {
      ...state.checks.toolCounts.get(result.reviewer),
      ...Object.fromEntries(seen),
    });
  }
};

/**
 * A part was checked together with the other parts: what was seen in their files says nothing about it. Null: all
 * files.
 */
const ownFiles = (state: RunState, { partOf, answer, plan }: AnsweredUnit): Set<string> | null =>
  partOf === undefined
    ? null
    : new Set([
        ...(answer.snapshot?.files.map(({ path }) => path) ?? []),
        ...plan.findings.flatMap((id) => state.findings.get(id)?.finding.file ?? []),
      ]);
