/** Which conversation a call goes on with (3.5): the one in which the same agent tried the same findings before. */
import type { Config } from '../config/schema.ts';
import type { Session } from '../model/attempt.ts';
import { paidAttempts } from './turns.ts';
import type { RunState, UnitState } from './state.ts';

/** Of so many attempts or more, the last starts afresh: what an agent has talked itself into, it does not see any more (4.14). */
const freshFrom = 3;

/** Undefined: a new one. The prompt always says what was tried, so nothing is lost by that. */
export const sessionFor = (state: RunState, config: Config, unit: UnitState): Session | undefined => {
  const { agent, findings } = unit.plan;
  const limit = config.limits.attemptsPerFinding ?? config.limits.cycles;
  const isLast = findings.some((id) => {
    const finding = state.findings.get(id);
    return finding !== undefined && limit >= freshFrom && paidAttempts(finding).length + 1 >= limit;
  });
  if (isLast) return undefined;
  const wanted = [...findings].toSorted().join(' ');
  const earlier = [...state.units.values()].findLast(
    ({ plan, answer }) => answer?.agent === agent && answer.session !== undefined && [...plan.findings].toSorted().join(' ') === wanted,
  );
  return earlier?.answer?.session;
};
