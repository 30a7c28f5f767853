/** Whose turn it is: which findings are still to be tried in a cycle, by whom, and which have had all their tries. */
import type { Config } from '../config/schema.ts';
import type { Attempt } from '../model/attempt.ts';
import { severityRank } from '../model/finding.ts';
import type { Turn } from '../stages/plan/steps.ts';
import { type FindingState, isOpen, type RunState } from './state.ts';

/** Machine-made fixes are free, and a cancelled attempt is not the finding's fault: neither counts against the limit. */
const counts = (attempt: Attempt): boolean => attempt.agent !== 'autofix' && attempt.result !== 'cancelled';

const triedByMachine = (state: FindingState): boolean =>
  state.attempts.some((attempt) => attempt.agent === 'autofix' && attempt.result !== 'cancelled');

const paidAgent = (config: Config): string | undefined => (config.fix.agent === 'autofix' ? undefined : config.fix.agent);

export const attemptsLeft = (state: FindingState, config: Config): boolean => {
  const limit = config.limits.attemptsPerFinding ?? Number.POSITIVE_INFINITY;
  return paidAgent(config) !== undefined && state.attempts.filter(counts).length < limit;
};

/** At most one machine-made and one paid attempt per finding and cycle, and one more, alone, after a conflict. */
export const turnOf = (state: FindingState, cycle: number, config: Config): Turn | null => {
  if (!isOpen(state)) return null;
  const { finding } = state;
  if ((finding.edits?.length ?? 0) > 0 && !triedByMachine(state)) return { finding, agent: 'autofix', alone: false };
  const agent = paidAgent(config);
  if (agent === undefined || !attemptsLeft(state, config)) return null;
  const [first, second] = state.attempts.filter((attempt) => counts(attempt) && attempt.cycle === cycle);
  if (!first) return { finding, agent, alone: false };
  return first.result === 'conflict' && !second ? { finding, agent, alone: true } : null;
};

export const turnsOf = (state: RunState, cycle: number, config: Config): Turn[] =>
  [...state.findings.values()].flatMap((finding) => turnOf(finding, cycle, config) ?? []);

export const isSelected = ({ finding }: FindingState, config: Config): boolean =>
  config.fix.levels.includes(finding.level) && severityRank[finding.severity] <= severityRank[config.fix.minSeverity];
