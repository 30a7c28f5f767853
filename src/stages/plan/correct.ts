/** Makes a plan safe to carry out, whoever made it: every finding once, and no two of one file side by side. */
import type { Finding } from '../../model/finding.ts';
import type { PlanStep } from '../../model/todo.ts';
import { computePlan, reasonOf } from './compute.ts';
import { finderIn } from '../../model/finding/names.ts';
import { type Step, type Correction, unknownName, namedAgain, shortened, wasForgotten } from './correction.ts';
import { placeApart } from './place-apart.ts';

/** `names`: codes or ids. */
export type NamedStep = { reason: string; names: readonly string[] };

export type CorrectedPlan = { steps: PlanStep[]; corrections: string[] };

/** Each correction is a sentence for a person; there are none for a plan that is carried out as it is. */
export const correctPlan = (steps: readonly NamedStep[], findings: readonly Finding[]): CorrectedPlan => {
  const corrections: Correction[] = [];
  const planned = resolveNames(steps, findings, corrections);
  const placed = placeApart(planned, corrections);
  const all = [...placed, ...forgotten(placed, findings, corrections)];
  const numbers = numbersOf(all);
  return {
    steps: all.map(toPlanStep),
    corrections: shortened(corrections).map((say) => say(({ id }) => numbers.get(id) ?? 0)),
  };
};

const toPlanStep = ({ reason, members }: Step, index: number): PlanStep => ({
  reason: reason || reasonOf(members, index + 1),
  findings: members.map(({ id }) => id),
});

/** By id of the finding: which step it is in, counted from one. */
const numbersOf = (steps: readonly Step[]): Map<string, number> =>
  new Map(steps.flatMap(({ members }, index) => members.map(({ id }) => [id, index + 1] as const)));

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

const unnamed = (steps: readonly Step[], findings: readonly Finding[]): Finding[] => {
  const named = new Set(steps.flatMap(({ members }) => members.map(({ id }) => id)));
  return findings.filter(({ id }) => !named.has(id));
};

const leftOutAfter = (step: number): string => `Issues that the plan left out - must run after step ${step}`;

/** What the plan does not name comes last, in the order that is computed. */
const forgotten = (placed: readonly Step[], findings: readonly Finding[], corrections: Correction[]): Step[] => {
  const missing = unnamed(placed, findings);
  corrections.push(...missing.map(wasForgotten));
  const byId = new Map(missing.map((finding) => [finding.id, finding]));
  return computePlan(missing).map(({ findings: ids }, index) => ({
    reason: placed.length === 0 ? '' : leftOutAfter(placed.length + index),
    members: ids.flatMap((id) => byId.get(id) ?? []),
  }));
};
