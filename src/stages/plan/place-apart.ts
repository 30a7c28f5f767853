/** Keeps findings of one file in different steps of a plan. */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { type Step, type Correction, runsAlone, moved } from './correction.ts';

/**
 * A finding moves behind the last one that is about one of its files, in the order of the plan, so that nothing
 * overtakes
 * what was planned before it. What is about no file in particular runs alone, right behind the step that it was in. A
 * step
 * without findings vanishes.
 */
export const placeApart = (planned: readonly Step[], corrections: Correction[]): Step[] => {
  const steps: Step[] = [];
  const alone: LoneStep[] = [];
  const wishes: Wish[] = [];
  for (const step of planned) {
    const withFile = step.members.filter((finding) => filesOf(finding).length > 0);
    if (withFile.length > 0) steps.push({ reason: step.reason, members: [] });
    const at = steps.length - 1;
    wishes.push(...withFile.map((finding) => ({ finding, files: filesOf(finding), at })));
    alone.push(...loneSteps(step, at, corrections));
  }
  placeByFile(steps, wishes, corrections);
  const behind = Map.groupBy(alone, (step) => step.behind);
  return [...(behind.get(-1) ?? []), ...steps.flatMap((step, index) => [step, ...(behind.get(index) ?? [])])];
};

/** A step of its own, right behind another. */
type LoneStep = Step & { behind: number };

/** Where the plan wants a finding. */
type Wish = { finding: Finding; files: readonly string[]; at: number };

const loneSteps = ({ reason, members }: Step, behind: number, corrections: Correction[]): LoneStep[] => {
  const lone = members.filter((finding) => filesOf(finding).length === 0);
  const isWholeStep = members.length === 1;
  if (!isWholeStep) corrections.push(...lone.map(runsAlone));
  return lone.map((finding) => ({ behind, reason: isWholeStep ? reason : '', members: [finding] }));
};

type LastOf = ReadonlyMap<string, { finding: Finding; at: number }>;

/** The first step behind all that are about one of these files. */
const behindAll = (files: readonly string[], lastOf: LastOf): number =>
  Math.max(0, ...files.map((file) => (lastOf.get(file)?.at ?? -1) + 1));

const placeByFile = (steps: Step[], wishes: readonly Wish[], corrections: Correction[]): void => {
  const lastOf = new Map<string, { finding: Finding; at: number }>();
  for (const { finding, files, at: planned } of wishes) {
    const at = Math.max(planned, behindAll(files, lastOf));
    if (at > planned) corrections.push(moved(finding, files, lastOf, at));
    (steps[at] ??= { reason: '', members: [] }).members.push(finding);
    for (const file of files) lastOf.set(file, { finding, at });
  }
};
