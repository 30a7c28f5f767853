/** What is known of a finding at an earlier state of the code: whether it was there, and whether it was fixed. */
import { reviewersOf } from '../../../model/finding.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { hasAnswered } from './burden.ts';

/** A state that was looked at: its commits, and the last round of reviews that has looked at it or at one before it. */
export type Then = { commits: ReadonlySet<string>; round: number };

/**
 * The commit that fixed it, as far as anybody had said by then; undefined where it was open. What was reported again
 * later was fixed then only if whoever reported it has looked, and did not.
 */
export const fixedBy = (state: RunState, finding: FindingState, then: Then): string | undefined => {
  const { commit, status, cause, reopened = [] } = finding;
  const isTakenIn = status === 'fixed' || cause === 'no-proof';
  const fixes = [
    ...reopened.flatMap((time) => (time.commit === undefined ? [] : [{ commit: time.commit, until: time.round }])),
    ...(isTakenIn && commit !== undefined ? [{ commit, until: Number.POSITIVE_INFINITY }] : []),
  ];
  const last = fixes.findLast((fix) => then.commits.has(fix.commit));
  if (!last || last.until <= then.round) return undefined;
  return last.until === Number.POSITIVE_INFINITY || hasLooked(state, finding, then) ? last.commit : undefined;
};

const hasLooked = ({ reviews }: RunState, { finding, reopened = [] }: FindingState, { round }: Then): boolean => {
  const answers = reviews.rounds.find((each) => each.round === round)?.reviews;
  const reporters = new Set([...reviewersOf(finding), ...reopened.flatMap(({ by }) => by)]);
  return [...reporters].every((name) => hasAnswered(answers?.get(name)?.verdict));
};

/**
 * It came only later: on lines that a fix wrote, or to a tool that had looked before. What an agent reports of older
 * lines it could have reported before.
 */
export const cameLater = (state: RunState, { finding }: FindingState, then: Then): boolean => {
  const { rounds } = state.reviews;
  const round = rounds.find(({ found }) => found.includes(finding.id));
  if (!round || round.round <= then.round) return false;
  if (round.measured?.minted.includes(finding.id) === true) return true;
  const seen = rounds.filter((each) => each.round <= then.round);
  return reviewersOf(finding).some(
    (name) => isTool(state, name) && seen.some(({ reviews }) => hasAnswered(reviews.get(name)?.verdict)),
  );
};

export const isTool = ({ config }: RunState, name: string): boolean =>
  config.reviewers.some((reviewer) => reviewer.kind === 'tool' && reviewer.name === name);
