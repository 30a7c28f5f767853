/** An upper bound of the number of events of a history, from its limits alone. */
import type { StoredEvent } from '../../model/event.ts';
import type { World } from './world.ts';

/** A rate limit that is answered at once still counts as a wait of a second. */
const shortestWaitMs = 1_000;

export const stepBound = ({ state, scenario }: World, events: readonly StoredEvent[]): number => {
  const { limits, reviewers, fix } = scenario.config;
  const findings = state.findings.size;
  const lives = 1 + events.filter(({ type }) => type === 'run.resumed' || type === 'cancel.requested').length;
  // Each finding: once by machine, in each cycle twice by an agent; and once more for every call that was cut short.
  const units = findings * (1 + 2 * limits.cycles + lives);
  // Whoever goes on for another agent may wait as long again.
  const replaced = 1 + events.filter(({ type }) => type === 'agent.replaced').length;
  const waits = lives * replaced * (Math.ceil(limits.wait / shortestWaitMs) + fix.concurrency);
  const perLife = 8 + 2 * reviewers.length + 2 * findings + 3 * units;
  const perCycle = 2 + findings;
  // Step started and finished, attempt started, finished, checked, judged and closed, integrated, head checked, culprits removed.
  const perUnit = 14;
  return 4 + findings + lives * perLife + (limits.cycles + 1) * perCycle + units * perUnit + 2 * waits + replaced;
};
