/** What each agent that was paid for fixes has brought, and at what cost (4.17). */
import { fixersOf } from '../config/agents.ts';
import type { Report } from '../model/report.ts';
import type { FixerCost } from './state/spent/money.ts';
import type { RunState } from './state/state.ts';

export const fixersIn = (state: RunState): Report['fixers'] => {
  const attempts = [...state.findings.values()].flatMap((finding) => finding.attempts);
  const accepted = Map.groupBy(
    attempts.filter(({ result }) => result === 'accepted'),
    ({ agent }) => agent,
  );
  return inTheirOrder(state).map(([agent, cost]) => reportFixer(agent, cost, accepted.get(agent)?.length ?? 0));
};

/** One that was put off at once, and never called again, brought nothing and cost nothing. */
const didSomething = ([, { calls, used }]: [agent: string, cost: FixerCost]): boolean =>
  calls > 0 || Object.keys(used).length > 0;

/** As the ladder has them, then whoever stood in: not as their calls happened to end. */
const inTheirOrder = ({ config, money }: RunState): [agent: string, cost: FixerCost][] => {
  const ladder = fixersOf(config);
  const rank = (agent: string): number => (ladder.includes(agent) ? ladder.indexOf(agent) : ladder.length);
  return [...money.fixers]
    .filter(didSomething)
    .toSorted(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1));
};

const reportFixer = (
  agent: string,
  { calls, unpriced, used }: FixerCost,
  accepted: number,
): Report['fixers'][number] => {
  const { usd = null } = used;
  return {
    agent,
    calls,
    callsWithoutUsd: unpriced,
    accepted,
    usd,
    usdPerAccepted: usd === null || accepted === 0 ? null : usd / accepted,
  };
};
