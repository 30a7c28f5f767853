/** Makes a plan safe to carry out, whoever made it: every finding once, and no two of one file side by side. */
import type { Finding } from '../../model/finding.ts';
import type { PlanStep } from '../../model/todo.ts';
import { computePlan, reasonOf } from './compute.ts';
import { filesOf } from './files-of.ts';
import { finder } from './finder.ts';
import { cutEnd } from '../../plain/cut.ts';

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
  const find = finder(findings);
  const seen = new Set<string>();
  return steps.map(({ reason, names }, index) => {
    if (names.length === 0) corrections.push(() => `step ${index + 1} of the plan names no finding: left out`);
    const members = names.flatMap((name) => {
      const finding = find(name);
      if (finding === undefined) {
        const shown = JSON.stringify(cutEnd(name, longestName));
        corrections.push(() => `step ${index + 1} of the plan names ${shown}, which is not a finding here: left out`);
        return [];
      }
      if (seen.has(finding.id)) {
        corrections.push((stepOf) => `${finding.code} is named more than once: it stays in step ${stepOf(finding)}`);
        return [];
      }
      seen.add(finding.id);
      return [finding];
    });
    return { reason: reason.trim(), members };
  });
};

/**
 * A finding moves behind the last one that is about one of its files, in the order of the plan, so that nothing
 * overtakes
 * what was planned before it. What is about no file in particular runs alone, right behind the step that it was in. A
 * step
 * without findings vanishes.
 */
const placeApart = (planned: readonly Step[], corrections: Correction[]): Step[] => {
  const steps: Step[] = [];
  const alone: (Step & { behind: number })[] = [];
  const wanted: { finding: Finding; files: string[]; at: number }[] = [];
  for (const { reason, members } of planned) {
    const entries = members.map((finding) => ({ finding, files: filesOf(finding) }));
    if (entries.some(({ files }) => files.length > 0)) steps.push({ reason, members: [] });
    const at = steps.length - 1;
    for (const { finding, files } of entries) {
      if (files.length > 0) wanted.push({ finding, files, at });
      else alone.push({ behind: at, reason: members.length === 1 ? reason : '', members: [finding] });
      if (files.length === 0 && members.length > 1) {
        corrections.push(
          (stepOf) => `${finding.code} is about no file in particular: it runs alone, in step ${stepOf(finding)}`,
        );
      }
    }
  }
  placeByFile(steps, wanted, corrections);
  const behind = Map.groupBy(alone, (step) => step.behind);
  return [...(behind.get(-1) ?? []), ...steps.flatMap((step, index) => [step, ...(behind.get(index) ?? [])])];
};

const placeByFile = (
  steps: Step[],
  wanted: readonly { finding: Finding; files: readonly string[]; at: number }[],
  corrections: Correction[],
): void => {
  const lastOf = new Map<string, { finding: Finding; at: number }>();
  for (const { finding, files, at: planned } of wanted) {
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
