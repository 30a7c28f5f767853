/**
 * Plans without an agent: what is on different files runs side by side, what is on the same file one after the other.
 */
import type { Finding } from '../../model/finding.ts';
import type { PlanStep } from '../../model/todo.ts';
import { filesOf } from '../../model/finding/files.ts';

/** In the order of the findings. A finding without a file could change anything: it goes alone, behind all others. */
export const computePlan = (findings: readonly Finding[]): PlanStep[] => {
  const steps: Finding[][] = [];
  const lastStepOf = new Map<string, number>();
  const anywhere: Finding[][] = [];
  for (const finding of findings) {
    const files = filesOf(finding);
    if (files.length === 0) {
      anywhere.push([finding]);
      continue;
    }
    const at = files.reduce((step, file) => Math.max(step, (lastStepOf.get(file) ?? -1) + 1), 0);
    (steps[at] ??= []).push(finding);
    for (const file of files) lastStepOf.set(file, at);
  }
  return [...steps, ...anywhere].map((members, index) => ({
    reason: reasonOf(members, index + 1),
    findings: members.map(({ id }) => id),
  }));
};

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
