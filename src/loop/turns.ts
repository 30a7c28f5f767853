/** Whose turn it is: which findings are still to be tried in a cycle, by whom, and which have had all their tries. */
import type { Config } from '../config/schema.ts';
import type { Attempt } from '../model/attempt.ts';
import { severityRank } from '../model/finding.ts';
import type { Turn } from '../stages/plan/steps.ts';
import { fixingAgent } from './replace-agent.ts';
import { type FindingState, isOpen, type RunState } from './state.ts';

/** Machine-made fixes are free, and a cancelled attempt is not the finding's fault: neither counts against the limit. */
const counts = (attempt: Attempt): boolean => attempt.agent !== 'autofix' && attempt.result !== 'cancelled';

const triedByMachine = (state: FindingState): boolean =>
  state.attempts.some((attempt) => attempt.agent === 'autofix' && attempt.result !== 'cancelled');

/** Those that count against the limit. */
export const paidAttempts = (state: FindingState): Attempt[] => state.attempts.filter(counts);

export const attemptsLeft = (state: FindingState, config: Config): boolean => {
  const limit = config.limits.attemptsPerFinding ?? Number.POSITIVE_INFINITY;
  return paidAttempts(state).length < limit;
};

/** At most one machine-made and one paid attempt per finding and cycle, and one more, alone, after a conflict. */
const turnOf = (state: FindingState, cycle: number, config: Config, agent: string | undefined): Turn | null => {
  if (!isOpen(state)) return null;
  const { finding } = state;
  if ((finding.edits?.length ?? 0) > 0 && !triedByMachine(state)) return { finding, agent: 'autofix', alone: false };
  if (agent === undefined || !attemptsLeft(state, config)) return null;
  const [first, second] = paidAttempts(state).filter((attempt) => attempt.cycle === cycle);
  if (!first) return { finding, agent, alone: false };
  return first.result === 'conflict' && !second ? { finding, agent, alone: true } : null;
};

export const turnsOf = (state: RunState, cycle: number, config: Config): Turn[] => {
  const agent = fixingAgent(state, config);
  return [...state.findings.values()].flatMap((finding) => turnOf(finding, cycle, config, agent) ?? []);
};

export const isSelected = ({ finding }: FindingState, config: Config): boolean =>
  config.fix.levels.includes(finding.level) && severityRank[finding.severity] <= severityRank[config.fix.minSeverity];
