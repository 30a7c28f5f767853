/** Takes up what the reviewers found, once all of them have answered. */
import type { RunEvent } from '../../../model/event.ts';
import type { Finding } from '../../../model/finding.ts';
import {
  admissionEvents,
  factsBefore,
  type Surroundings,
  type TakenUp,
  takeUp,
} from '../../../findings/admit/take-up.ts';
import type { Performing } from '../../engine.ts';
import { currentRound, type FindingState, type ReviewState, type RunState } from '../../state/state.ts';
import { isSelected } from '../../decide/turns.ts';

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
    { dedup: config.findings.dedup, only: state.run.started.request.only, codes },
    surroundings(performing),
  );
  const unmatched = taken.unmatched.map((selector): RunEvent => ({
    type: 'warning',
    message: `--only ${selector} fits no finding`,
  }));
  return [...admissionEvents(newOnes(taken, state), problems), ...unmatched];
};

/** What is reported again has its end already, unless it needs another: then the report is a finding of its own. */
export const newOnes = (taken: TakenUp, state: RunState): TakenUp => {
  const ends = lastEnds(state);
  const again = new Map(
    taken.findings
      .filter((finding) => needsAnotherEnd(finding, ends.get(finding.id), state))
      .map(({ id }): [string, string] => [id, `${id}-${state.reviews.rounds.length}`]),
  );
  const stays = ({ id }: { id: string }): boolean => again.has(id) || !state.findings.has(id);
  const renamed = <T extends { id: string }>(entry: T): T => ({ ...entry, id: again.get(entry.id) ?? entry.id });
  return {
    ...taken,
    findings: taken.findings.filter(stays).map(renamed),
    dismissed: taken.dismissed.filter(stays).map(renamed),
  };
};

/** By id: the finding itself, or the last one that is a report of it again. */
const lastEnds = ({ findings }: RunState): Map<string, FindingState> => {
  const ends = new Map<string, FindingState>();
  for (const [id, finding] of findings)
    for (let end = id.length; end > 0; end = id.lastIndexOf('-', end - 1)) ends.set(id.slice(0, end), finding);
  return ends;
};

/** The fix did not help, or what was not worth fixing is now, in the eyes of another reviewer. */
const needsAnotherEnd = (finding: Finding, last: FindingState | undefined, { config }: RunState): boolean =>
  last?.status === 'fixed' || (last?.cause === 'not-selected' && isSelected({ finding }, config));
