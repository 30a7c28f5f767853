/**
 * Plans without an agent: what is on different files runs side by side, what is on the same file, or of one group, one
 * after the other.
 */
import type { Finding } from '../../model/finding.ts';
import type { PlanStep } from '../../model/todo.ts';
import { filesOf, groupOf } from '../../model/finding/files.ts';
import { present } from '../../plain/present.ts';
import { claimsOf } from './steps.ts';

/**
 * In the order of the findings. One that shares a file or a group with an earlier one comes behind it. A finding
 * without a file could change anything: it goes alone, behind all others.
 */
export const computePlan = (findings: readonly Finding[]): PlanStep[] => {
  const steps: Finding[][] = [];
  const lastStepOf = new Map<string, number>();
  const anywhere: Finding[][] = [];
  const dependent = new Set<number>();
  const stepBehind = (claims: readonly string[]): number =>
    claims.reduce((step, claim) => Math.max(step, (lastStepOf.get(claim) ?? -1) + 1), 0);
  for (const finding of findings) {
    const files = filesOf(finding);
    if (files.length === 0) {
      anywhere.push([finding]);
      continue;
    }
    const claims = claimsOf(files, present([groupOf(finding)]));
    const at = stepBehind(claims);
    if (at > stepBehind(files)) dependent.add(at);
    (steps[at] ??= []).push(finding);
    for (const claim of claims) lastStepOf.set(claim, at);
  }
  return [...steps, ...anywhere].map((members, index) => ({
    reason: dependent.has(index) ? groupReason(index) : reasonOf(members, index + 1),
    findings: members.map(({ id }) => id),
  }));
};

const groupReason = (step: number): string => `Issues of one group or on same file - must run after step ${step}`;

/** Why these findings make up the step of this number, in the words of the file format. */
export const reasonOf = (members: readonly Finding[], step: number): string => {
  const first = step === 1;
  if (members.every((finding) => filesOf(finding).length === 0)) {
    return `Issue on no file in particular - must run alone${first ? '' : `, after step ${step - 1}`}`;
  }
  if (!first) return `Issues on same file - must run after step ${step - 1}`;
  return members.length === 1
    ? 'One issue - nothing runs beside it'
    : 'Issues on different files - can run in parallel';
};
