/** An upper bound of the number of events of a history, from its limits alone. */
import type { StoredEvent } from '../../../src/model/event.ts';
import type { World } from './world.ts';

/** A rate limit that is answered at once still counts as a wait of a second. */
const shortestWaitMs = 1_000;
/** Of a reviewing agent. */
const mostParts = 3;

export const stepBound = ({ state, scenario }: World, events: readonly StoredEvent[]): number => {
  const { limits, reviewers, fix, review, challenger, clarify } = scenario.config;
  const findings = state.findings.size;
  const lives = 1 + events.filter(({ type }) => type === 'run.resumed' || type === 'cancel.requested').length;
  const rounds = reviewers.length + review.rounds;
  // Each finding: once by machine, in each cycle twice by an agent, re-fixes; once more for every call that was cut
  // short; each time a part by itself.
  const units = 2 * findings * (1 + 2 * limits.cycles + challenger.iterations + lives);
  // Whoever goes on for another agent may wait as long again.
  const replaced = 1 + events.filter(({ type }) => type === 'agent.replaced').length;
  const waits = lives * replaced * (Math.ceil(limits.wait / shortestWaitMs) + 2 * fix.concurrency + review.concurrency);
  const calls =
    rounds * (1 + reviewers.length * (2 + mostParts)) + clarify.rounds + units * 2 * (1 + challenger.agents.length);
  const perLife = 9 + 2 * findings + 3 * units + 2 * (2 * fix.concurrency + review.concurrency);
  const perRound = 3 + 3 * reviewers.length + (limits.cycles + 1) * (2 + findings);
  // Step started and finished, attempt started, finished, split, checked, judged and closed, ready, integrated,
  // accepted, group finished, places moved; and as many runs as it takes to find one that is bad.
  const perUnit = 32;
  // Each question is asked and answered, and what is left is waited for.
  const questions = (clarify.rounds + lives) * (3 + 2 * findings) + 4 * units;
  return (
    questions +
    4 +
    2 * findings +
    lives * perLife +
    rounds * perRound +
    units * perUnit +
    2 * calls +
    2 * waits +
    replaced
  );
};
