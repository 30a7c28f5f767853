/** Takes up what the reviewers found, once all of them have answered. */
import type { RunEvent } from '../../../model/event.ts';
import { fitsNothing } from '../../../findings/admit/select.ts';
import { factsBefore, type Surroundings, takeUp } from '../../../findings/admit/take-up.ts';
import { admission } from '../../decide/reports/reported-again.ts';
import type { Performing } from '../../engine.ts';
import { measureRound } from './measure-round.ts';
import { currentRound, type ReviewState } from '../../state/state.ts';

/** Findings are judged by what was reviewed, and recognised by those of this run as well. */
const surroundings = ({ engine, state }: Performing): Surroundings => {
  const { custody } = engine;
  const since = state.run.started.newSince;
  const reviewed = currentRound(state)?.head.commit ?? custody.start.commit;
  return {
    facts: (files) => custody.facts(reviewed, files),
    known: async () => [...(await engine.known()), ...[...state.findings.values()].map(({ finding }) => finding)],
    dispositions: engine.dispositions,
    now: () => engine.clock.now(),
    since: since && {
      ref: since.ref,
      facts: (files) => factsBefore(custody, since.commit, custody.start.commit, files),
    },
  };
};

export const performAdmit = async (performing: Performing): Promise<RunEvent[]> => {
  const { state } = performing;
  const { config } = state;
  const reviews = currentRound(state)?.reviews ?? new Map<string, ReviewState>();
  const reports = config.reviewers.map((reviewer) => ({
    reviewer: reviewer.name,
    level: reviewer.level,
    drafts: reviews.get(reviewer.name)?.findings ?? [],
  }));
  const problems = [...reviews.values()].flatMap((review) => review.problems);
  const codes = [...state.findings.values()].flatMap(({ finding }) => [finding.code, finding.id]);
  const taken = await takeUp(
    reports,
    { ...config.findings, only: state.run.started.request.only, exclude: config.exclude, codes },
    surroundings(performing),
  );
  const unmatched = taken.unmatched.map((selector): RunEvent => ({
    type: 'warning',
    message: fitsNothing(selector),
  }));
  const isNew = (warning: string): boolean => !state.remarks.warnings.includes(warning);
  const events = admission({ ...taken, warnings: taken.warnings.filter(isNew) }, state, problems);
  return [...(await measureRound(performing, events)), ...events, ...unmatched];
};
