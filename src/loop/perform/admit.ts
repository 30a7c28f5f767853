/** Takes up what the reviewers found, once all of them have answered. */
import type { RunEvent } from '../../model/event.ts';
import { admissionEvents, factsBefore, type Surroundings, type TakenUp, takeUp } from '../admission.ts';
import type { Performing } from '../engine.ts';
import { currentRound, type ReviewState, type RunState } from '../state.ts';

/** Findings are judged by what was reviewed, and recognised by those of this run as well. */
const surroundings = ({ engine, state }: Performing): Surroundings => {
  const { custody } = engine;
  const since = state.started?.newSince;
  const reviewed = currentRound(state)?.head.commit ?? custody.start.commit;
  return {
    facts: (files) => custody.facts(reviewed, files),
    known: async () => [...(await engine.known()), ...[...state.findings.values()].map(({ finding }) => finding)],
    dispositions: engine.dispositions,
    now: () => engine.clock.now(),
    since: since && { ref: since.ref, facts: (files) => factsBefore(custody, since.commit, custody.start.commit, files) },
  };
};

export const performAdmit = async (performing: Performing): Promise<RunEvent[]> => {
  const { state, config } = performing;
  const reviews = currentRound(state)?.reviews ?? new Map<string, ReviewState>();
  const reports = config.reviewers.map((reviewer) => ({
    reviewer: reviewer.name,
    level: reviewer.level,
    drafts: reviews.get(reviewer.name)?.findings ?? [],
  }));
  const problems = [...reviews.values()].flatMap((review) => review.problems);
  const codes = [...state.findings.values()].flatMap(({ finding }) => [finding.code, finding.id]);
  const taken = await takeUp(reports, { dedup: config.findings.dedup, only: state.started?.only, codes }, surroundings(performing));
  const unmatched = taken.unmatched.map((selector): RunEvent => ({ type: 'warning', message: `--only ${selector} fits no finding` }));
  return [...admissionEvents(newOnes(taken, state), problems), ...unmatched];
};

/** What is reported again has its end already, unless that was a fix: then the report is a finding of its own. */
export const newOnes = (taken: TakenUp, state: RunState): TakenUp => {
  const again = new Map(
    taken.findings.flatMap(({ id }): [string, string][] => {
      const known = state.findings.get(id);
      return known?.status === 'fixed' ? [[id, `${id}-${state.rounds.length}`]] : [];
    }),
  );
  const stays = ({ id }: { id: string }): boolean => again.has(id) || !state.findings.has(id);
  const renamed = <T extends { id: string }>(entry: T): T => ({ ...entry, id: again.get(entry.id) ?? entry.id });
  return { ...taken, findings: taken.findings.filter(stays).map(renamed), dismissed: taken.dismissed.filter(stays).map(renamed) };
};
