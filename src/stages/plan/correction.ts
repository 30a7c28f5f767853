/** What was put right in a plan, as sentences for a person. */
import type { Finding } from '../../model/finding.ts';
import { cutEnd } from '../../plain/cut.ts';

export type Step = { reason: string; members: Finding[] };

/** Said when all steps have their final numbers. */
export type Correction = (stepOf: (finding: Finding) => number) => string;

const mostCorrections = 200;

const longestName = 100;

export const unknownName = (name: string, step: number): Correction => {
  const shown = JSON.stringify(cutEnd(name, longestName));
  return () => `step ${step} of the plan names ${shown}, which is not a finding here: left out`;
};

export const namedAgain =
  (finding: Finding): Correction =>
  (stepOf) =>
    `${finding.code} is named more than once: it stays in step ${stepOf(finding)}`;

export const wasForgotten =
  (finding: Finding): Correction =>
  (stepOf) =>
    `${finding.code} was forgotten: added in step ${stepOf(finding)}`;

export const runsAlone =
  (finding: Finding): Correction =>
  (stepOf) =>
    `${finding.code} is about no file in particular: it runs alone, in step ${stepOf(finding)}`;

export const moved = (
  finding: Finding,
  files: readonly string[],
  lastOf: ReadonlyMap<string, { finding: Finding; at: number }>,
  at: number,
): Correction => {
  const file = files.find((each) => lastOf.get(each)?.at === at - 1) ?? '';
  const other = lastOf.get(file)?.finding.code ?? '';
  return (stepOf) => `${finding.code} is about the same file as ${other} (${file}): moved to step ${stepOf(finding)}`;
};

export const shortened = (corrections: readonly Correction[]): Correction[] => {
  const more = corrections.length - mostCorrections;
  return more <= 0
    ? [...corrections]
    : [...corrections.slice(0, mostCorrections), () => `${more} more corrections are not listed`];
};
