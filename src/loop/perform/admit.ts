/** Takes up what the reviewers found, once all of them have answered. */
import type { RunEvent } from '../../model/event.ts';
import { admissionEvents, factsBefore, type Surroundings, takeUp } from '../admission.ts';
import type { Performing } from '../engine.ts';

const surroundings = ({ engine, state }: Performing): Surroundings => {
  const { custody } = engine;
  const since = state.started?.newSince;
  return {
    facts: (files) => custody.facts(custody.start.commit, files),
    known: engine.known,
    dispositions: engine.dispositions,
    now: () => engine.clock.now(),
    since: since && { ref: since.ref, facts: (files) => factsBefore(custody, since.commit, custody.start.commit, files) },
  };
};

export const performAdmit = async (performing: Performing): Promise<RunEvent[]> => {
  const { state, config } = performing;
  const reports = config.reviewers.map((reviewer) => ({
    reviewer: reviewer.name,
    level: reviewer.level,
    drafts: state.reviews.get(reviewer.name)?.findings ?? [],
  }));
  const problems = [...state.reviews.values()].flatMap((review) => review.problems);
  const taken = await takeUp(reports, { dedup: config.findings.dedup, only: state.started?.only }, surroundings(performing));
  const unmatched = taken.unmatched.map((selector): RunEvent => ({ type: 'warning', message: `--only ${selector} fits no finding` }));
  return [...admissionEvents(taken, problems), ...unmatched];
};
