/** Whose turn it is: which findings are still to be tried in a cycle, by whom, and which have had all their tries. */
import type { Config } from '../../config/schema.ts';
import type { Attempt } from '../../model/attempt.ts';
import { severityRank } from '../../model/finding.ts';
import { groupOf } from '../../model/finding/files.ts';
import { isMachineMade, machine } from '../../model/run/machine-made.ts';
import type { Turn } from '../../stages/plan/steps.ts';
import { whyNotPaid } from './calls/per-finding.ts';
import { fixingAgent } from './calls/replace-agent.ts';
import { isHeldBack, tryAgain } from './try-again.ts';
import { type FindingState, isOpen, type RunState, workingUnits } from '../state/state.ts';

/**
 * Machine-made fixes are free, and a cancelled attempt is not the finding's fault: neither counts against the limit.
 */
const counts = (attempt: Attempt): boolean => !isMachineMade(attempt) && attempt.result !== 'cancelled';

const triedByMachine = (state: FindingState): boolean =>
  state.attempts.some((attempt) => isMachineMade(attempt) && attempt.result !== 'cancelled');

/** Those that count against the limit. */
export const paidAttempts = (state: FindingState): Attempt[] => state.attempts.filter(counts);

export const attemptsLeft = (state: FindingState, config: Config): boolean => {
  const limit = config.limits.attemptsPerFinding ?? Number.POSITIVE_INFINITY;
  return paidAttempts(state).length < limit && rejections(state) < config.challenger.iterations;
};

/** How often challengers were not content with a fix (6.2). */
const rejections = ({ attempts }: FindingState): number =>
  attempts.filter((attempt) => attempt.gate === 'challenge' && !isHeldBack(attempt)).length;

/**
 * At most one machine-made and one paid attempt per finding and cycle, unless the last one says that it is tried again
 * at once.
 */
const turnOf = (state: FindingState, cycle: number, run: RunState): Turn | null => {
  if (!isOpen(state)) return null;
  const { finding, reportedAt } = state;
  if ((finding.edits?.length ?? 0) > 0 && !triedByMachine(state))
    return { finding, agent: machine, alone: false, reportedAt };
  const paid = paidAttempts(state);
  const agent = fixingAgent(run, paid.length);
  if (agent === undefined || !attemptsLeft(state, run.config)) return null;
  const tried = paid.filter((attempt) => attempt.cycle === cycle);
  if (tried.length === 0) return { finding, agent, alone: false };
  const again = tryAgain(tried);
  return again && { finding, agent, ...again };
};

/** A plan that somebody made: its steps count. One that is computed is what `planStep` does anyway. */
export const madePlan = ({ fixing: { plan } }: Pick<RunState, 'fixing'>): RunState['fixing']['plan'] =>
  plan && plan.by !== 'computed' ? plan : undefined;

/** Why findings whose turn it is cannot be paid for, by id. */
const unpaidAmong = (state: RunState, turns: readonly Turn[]): ReadonlyMap<string, string> => {
  const among = state.config.fix.mode === 'perFinding' ? 1 : turns.length;
  return new Map(
    turns.flatMap(({ finding: { id }, agent }): [string, string][] => {
      const why = isMachineMade({ agent }) ? null : whyNotPaid(state, { finding: id, agent, among });
      return why === null ? [] : [[id, why]];
    }),
  );
};

/**
 * Nobody is tried whose last attempt is not judged yet, or who cannot be paid for (`leftOut`). Groups of reviewers
 * count where nobody planned: whoever plans decides what depends on what.
 */
export const turnsOf = (state: RunState, cycle: number, leftOut = unpaidAmong): Turn[] => {
  const group = madePlan(state) ? () => null : groupOf;
  const busy = new Set(workingUnits(state).flatMap(({ plan }) => plan.findings));
  const turns = [...state.findings.values()].flatMap((finding) => {
    const turn = busy.has(finding.finding.id) ? null : turnOf(finding, cycle, state);
    return turn ? [{ ...turn, group: group(turn.finding) }] : [];
  });
  const out = leftOut(state, turns);
  return turns.filter(({ finding }) => !out.has(finding.id));
};

/** Why findings that could be tried once more are not, by id: what may be spent on them is. */
export const unpaidTurns = (state: RunState): ReadonlyMap<string, string> =>
  unpaidAmong(
    state,
    turnsOf(state, state.fixing.cycles.length + 1, () => new Map()),
  );

export const isSelected = ({ finding }: Pick<FindingState, 'finding'>, config: Config): boolean =>
  config.fix.levels.includes(finding.level) && severityRank[finding.severity] <= severityRank[config.fix.minSeverity];
