/** Makes a plan safe to carry out, whoever made it: every finding once, and no two of one file side by side. */
import type { Finding } from '../../model/finding.ts';
import type { PlanStep } from '../../model/todo.ts';
import { computePlan, reasonOf } from './compute.ts';
import { cutEnd } from '../../plain/cut.ts';
import { filesOf } from '../../model/finding/files.ts';
import { finderIn } from '../../model/finding/names.ts';

/** `names`: codes or ids. */
export type NamedStep = { reason: string; names: readonly string[] };
export type CorrectedPlan = { steps: PlanStep[]; corrections: string[] };

type Step = { reason: string; members: Finding[] };
/** Said when all steps have their final numbers. */
type Correction = (stepOf: (finding: Finding) => number) => string;

const mostCorrections = 200;
const longestName = 100;

/** Each correction is a sentence for a person; there are none for a plan that is carried out as it is. */
export const correctPlan = (steps: readonly NamedStep[], findings: readonly Finding[]): CorrectedPlan => {
  const corrections: Correction[] = [];
  const planned = resolveNames(steps, findings, corrections);
  const placed = placeApart(planned, corrections);
  const all = [...placed, ...forgotten(placed, findings, corrections)];
  const numbers = new Map(all.flatMap(({ members }, index) => members.map(({ id }) => [id, index + 1] as const)));
  return {
    steps: all.map(({ reason, members }, index) => ({
      reason: reason || reasonOf(members, index + 1),
      findings: members.map(({ id }) => id),
    })),
    corrections: shortened(corrections).map((say) => say(({ id }) => numbers.get(id) ?? 0)),
  };
};

/** Names become findings, each in the first step that names it. */
const resolveNames = (steps: readonly NamedStep[], findings: readonly Finding[], corrections: Correction[]): Step[] => {
  const find = finderIn(findings);
  const seen = new Set<string>();
  const resolve = (name: string, step: number): Finding[] => {
    const finding = find(name);
    if (finding === undefined) corrections.push(unknownName(name, step));
    else if (seen.has(finding.id)) corrections.push(namedAgain(finding));
    if (finding === undefined || seen.has(finding.id)) return [];
    seen.add(finding.id);
    return [finding];
  };
  return steps.map(({ reason, names }, index) => {
    if (names.length === 0) corrections.push(() => `step ${index + 1} of the plan names no finding: left out`);
    return { reason: reason.trim(), members: names.flatMap((name) => resolve(name, index + 1)) };
  });
};

const unknownName = (name: string, step: number): Correction => {
  const shown = JSON.stringify(cutEnd(name, longestName));
  return () => `step ${step} of the plan names ${shown}, which is not a finding here: left out`;
};

const namedAgain =
  (finding: Finding): Correction =>
  (stepOf) =>
    `${finding.code} is named more than once: it stays in step ${stepOf(finding)}`;

const runsAlone =
  (finding: Finding): Correction =>
  (stepOf) =>
    `${finding.code} is about no file in particular: it runs alone, in step ${stepOf(finding)}`;

/**
 * A finding moves behind the last one that is about one of its files, in the order of the plan, so that nothing
 * overtakes
 * what was planned before it. What is about no file in particular runs alone, right behind the step that it was in. A
 * step
 * without findings vanishes.
 */
const placeApart = (planned: readonly Step[], corrections: Correction[]): Step[] => {
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

const placeByFile = (steps: Step[], wishes: readonly Wish[], corrections: Correction[]): void => {
  const lastOf = new Map<string, { finding: Finding; at: number }>();
  for (const { finding, files, at: planned } of wishes) {
    let at = planned;
    for (const file of files) {
      const before = lastOf.get(file);
      if (before !== undefined && before.at >= at) at = before.at + 1;
    }
    if (at > planned) corrections.push(moved(finding, files, lastOf, at));
    (steps[at] ??= { reason: '', members: [] }).members.push(finding);
    for (const file of files) lastOf.set(file, { finding, at });
  }
};

const moved = (
  finding: Finding,
  files: readonly string[],
  lastOf: ReadonlyMap<string, { finding: Finding; at: number }>,
  at: number,
): Correction => {
  const file = files.find((each) => lastOf.get(each)?.at === at - 1) ?? '';
  const other = lastOf.get(file)?.finding.code ?? '';
  return (stepOf) => `${finding.code} is about the same file as ${other} (${file}): moved to step ${stepOf(finding)}`;
};

/** What the plan does not name comes last, in the order that is computed. */
const forgotten = (placed: readonly Step[], findings: readonly Finding[], corrections: Correction[]): Step[] => {
  const named = new Set(placed.flatMap(({ members }) => members.map(({ id }) => id)));
  const missing = findings.filter(({ id }) => !named.has(id));
  for (const finding of missing)
    corrections.push((stepOf) => `${finding.code} was forgotten: added in step ${stepOf(finding)}`);
  const byId = new Map(missing.map((finding) => [finding.id, finding]));
  return computePlan(missing).map(({ findings: ids }, index) => ({
    reason: placed.length === 0 ? '' : `Issues that the plan left out - must run after step ${placed.length + index}`,
    members: ids.flatMap((id) => byId.get(id) ?? []),
  }));
};

const shortened = (corrections: readonly Correction[]): Correction[] => {
  const more = corrections.length - mostCorrections;
  return more <= 0
    ? [...corrections]
    : [...corrections.slice(0, mostCorrections), () => `${more} more corrections are not listed`];
};
