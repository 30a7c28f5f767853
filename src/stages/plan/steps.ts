/** Decides which units run side by side: never two that are about the same file. */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';

export type Turn = { finding: Finding; agent: string; alone: boolean };
export type PlannedUnit = { findings: string[]; agent: string };

export type StepRules = {
  mode: 'perFinding' | 'batch' | 'delegated';
  similar: 'apart' | 'together';
  concurrency: number;
};

/** Steps are kept short, so that accepted fixes are committed and safe while a long run goes on. */
const roundsPerStep = 4;

/** The next step: free machine-made fixes first, then units on different files; what must run alone runs alone. */
export const planStep = (turns: readonly Turn[], rules: StepRules): PlannedUnit[] => {
  const machineMade = turns.filter(isMachineMade);
  if (machineMade.length > 0) return onDifferentFiles(machineMade.map(asUnit), limitOf(rules));
  const alone = turns.find((turn) => turn.alone);
  if (alone) return [{ findings: [alone.finding.id], agent: alone.agent }];
  const first = turns[0];
  if (!first) return [];
  if (rules.mode !== 'perFinding') return [{ findings: turns.map((turn) => turn.finding.id), agent: first.agent }];
  return onDifferentFiles(rules.similar === 'together' ? similarTogether(turns) : turns.map(asUnit), limitOf(rules));
};

type Candidate = PlannedUnit & { files: readonly string[] };

const limitOf = (rules: StepRules): number => (rules.concurrency === 1 ? 1 : rules.concurrency * roundsPerStep);

const asUnit = ({ finding, agent }: Turn): Candidate => ({ findings: [finding.id], agent, files: filesOf(finding) });

/** Findings of one rule in one file are one unit. */
const similarTogether = (turns: readonly Turn[]): Candidate[] => {
  const groups = Map.groupBy(turns, ({ finding }) =>
    JSON.stringify([finding.file, finding.reviewer, finding.rule ?? finding.category]),
  );
  return [...groups.values()].map((group) => ({
    findings: group.map(({ finding }) => finding.id),
    agent: group[0]?.agent ?? '',
    files: [...new Set(group.flatMap(({ finding }) => filesOf(finding)))],
  }));
};

/**
 * In the order of the findings, so that a plan never depends on timing. A unit without a file could change anything: it
 * goes alone.
 */
const onDifferentFiles = (units: readonly Candidate[], limit: number): PlannedUnit[] => {
  const taken = new Set<string>();
  const step: PlannedUnit[] = [];
  for (const { findings, agent, files } of units) {
    if (step.length >= limit) break;
    if (files.length === 0) {
      if (step.length === 0) return [{ findings, agent }];
      continue;
    }
    if (files.some((file) => taken.has(file))) continue;
    for (const file of files) taken.add(file);
    step.push({ findings, agent });
  }
  return step;
};
