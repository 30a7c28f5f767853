/** Decides which units run side by side: never two that are about the same file, or of one group. */
import type { Finding } from '../../model/finding.ts';
import { filesOf } from '../../model/finding/files.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';

/** `group`: findings of one group are not fixed side by side, as if they were about one file. */
export type Turn = { finding: Finding; agent: string; alone: boolean; group?: string | null };
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
  if (rules.mode !== 'perFinding') return [allFor(first.agent, turns)];
  return onDifferentFiles(rules.similar === 'together' ? similarTogether(turns) : turns.map(asUnit), limitOf(rules));
};

/** A call has one agent: findings whose turn goes to another one wait for the next step. */
const allFor = (agent: string, turns: readonly Turn[]): PlannedUnit => ({
  findings: turns.filter((turn) => turn.agent === agent).map((turn) => turn.finding.id),
  agent,
});

/** `claims`: what nobody else may work on meanwhile: its files and groups. */
type Candidate = PlannedUnit & { claims: readonly string[]; isAnywhere: boolean };

const limitOf = (rules: StepRules): number => (rules.concurrency === 1 ? 1 : rules.concurrency * roundsPerStep);

const asUnit = (turn: Turn): Candidate => unitOf([turn], turn.agent);

const unitOf = (turns: readonly Turn[], agent: string): Candidate => {
  const files = turns.flatMap(({ finding }) => filesOf(finding));
  const groups = turns.flatMap(({ group }) => group ?? []);
  return {
    findings: turns.map(({ finding }) => finding.id),
    agent,
    claims: claimsOf(files, groups),
    isAnywhere: files.length === 0,
  };
};

/** No file has such a name. */
const groupMark = '\0';

/** Each once, groups under names that no file has. */
export const claimsOf = (files: readonly string[], groups: readonly string[]): string[] => [
  ...new Set([...files, ...groups.map((group) => `${groupMark}${group}`)]),
];

/** Findings of one rule in one file are one unit, as far as the same agent is to fix them. */
const similarTogether = (turns: readonly Turn[]): Candidate[] => {
  const groups = Map.groupBy(turns, ({ finding, agent }) =>
    JSON.stringify([finding.file, finding.reviewer, finding.rule ?? finding.category, agent]),
  );
  return [...groups.values()].map((group) => unitOf(group, group[0]?.agent ?? ''));
};

/**
 * In the order of the findings, so that a plan never depends on timing. A unit without a file could change anything: it
 * goes alone.
 */
const onDifferentFiles = (units: readonly Candidate[], limit: number): PlannedUnit[] => {
  const taken = new Set<string>();
  const step: PlannedUnit[] = [];
  for (const { findings, agent, claims, isAnywhere } of units) {
    if (step.length >= limit) break;
    if (isAnywhere) {
      if (step.length === 0) return [{ findings, agent }];
      continue;
    }
    if (claims.some((claim) => taken.has(claim))) continue;
    for (const claim of claims) taken.add(claim);
    step.push({ findings, agent });
  }
  return step;
};
