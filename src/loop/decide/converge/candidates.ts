/** The heads that a run could hand over, with what is open in each: those that were looked at, and what came after. */
import type { ReviewerConfig } from '../../../config/schema.ts';
import { reviewersOf } from '../../../model/finding.ts';
import type { Revision } from '../../../ports/repo.ts';
import type { RoundState, RunState } from '../../state/state.ts';
import { type Burden, burdenOfTool, minus, plus } from './burden.ts';
import type { Then } from './fixed-at.ts';
import { isFixedBetween, wantedOnes, severitiesOf, isOfTools, isOpenAt } from './open-at.ts';

export type Candidate = Then & { head: Revision; open: Burden };

/** Oldest first: the first is the untouched start, the last the head as it is. */
export const candidatesOf = (state: RunState): Candidate[] => {
  const looked = lookedAt(state);
  const last = looked.at(-1);
  const since = state.code.accepted.slice(
    state.code.accepted.findIndex(({ commit }) => commit === last?.head.commit) + 1,
  );
  return last ? [...looked, ...since.map((head) => unseen(state, head, last))] : [];
};

const lookedAt = (state: RunState): Candidate[] => {
  const { run, reviews, code } = state;
  const { start } = run.started;
  const first = reviews.rounds.findLast(({ cause }) => cause === 'first' || cause === 'sequence');
  const looks = reviews.rounds.filter(isWholeLook).filter(isLastLookAtItsHead);
  const atStart = looks.find(({ head }) => head.commit === start.commit) ?? first;
  const later = looks.filter((round) => round !== atStart && isOnTheWay(state, round));
  const taken = code.commits.length === 0 ? [] : later;
  return [lookAt(state, start, atStart?.round ?? 0), ...taken.map(({ head, round }) => lookAt(state, head, round))];
};

const isWholeLook = ({ cause, reviewers, reviews }: RoundState): boolean =>
  (cause === 'again' || cause === 'last') && reviewers.every((name) => reviews.has(name));

/** A head that was looked at again, as in a run that was resumed, is what was seen of it last. */
const isLastLookAtItsHead = ({ head }: RoundState, n: number, rounds: readonly RoundState[]): boolean =>
  rounds.slice(n + 1).every((later) => later.head.commit !== head.commit);

/** It leads to the head that counts now. */
const isOnTheWay = ({ code }: RunState, { head }: RoundState): boolean =>
  code.accepted.some(({ commit }) => commit === head.commit);

const commitsUpTo = ({ code: { commits } }: RunState, head: Revision): Set<string> => {
  const end = commits.findIndex(({ commit }) => commit === head.commit);
  return new Set(commits.slice(0, end + 1).map(({ commit }) => commit));
};

const lookAt = (state: RunState, head: Revision, round: number): Candidate => {
  const then = { commits: commitsUpTo(state, head), round };
  const others = wantedOnes(state).filter((each) => !isOfTools(state, each) && isOpenAt(state, each, then));
  const tools = state.config.reviewers
    .filter(({ kind }) => kind === 'tool')
    .map((tool) => reportedBy(state, tool, then));
  return { ...then, head, open: tools.reduce(plus, severitiesOf(others)) };
};

/** Where it was not asked, what was fixed since its last word is gone: it was asked about each fix. */
const reportedBy = (state: RunState, tool: ReviewerConfig, then: Then): Burden => {
  const { asOf, ...reported } = burdenOfTool(state, tool, then.round);
  if (!asOf || asOf.round >= then.round) return reported;
  const before = { commits: commitsUpTo(state, asOf.head), round: asOf.round };
  const own = wantedOnes(state).filter(({ finding }) => reviewersOf(finding).includes(tool.name));
  return minus(reported, severitiesOf(own.filter((each) => isFixedBetween(state, each, before, then))));
};

/** Since the last look, every fix that was taken in has shown that its findings are gone, and brought nothing new. */
const unseen = (state: RunState, head: Revision, last: Candidate): Candidate => {
  const then = { commits: commitsUpTo(state, head), round: last.round };
  const fixed = wantedOnes(state).filter((each) => isFixedBetween(state, each, last, then));
  return { ...then, head, open: minus(last.open, severitiesOf(fixed)) };
};
