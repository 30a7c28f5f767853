/** Decides about a round of reviews: whom to ask about what, and what an agent's answers come to. */
import type { AgentReviewerConfig, ReviewerConfig } from '../../config/schema.ts';
import type { CallAnswerOf, CallSubject } from '../../model/call.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import type { ReadProblem } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { headAndTail } from '../../plain/text.ts';
import type { Action } from '../actions.ts';
import { mayBegin, modeOf } from '../state/mode.ts';
import type { CallState, RoundState, RunState } from '../state/state.ts';
import { hasVerdict } from '../state/verdict.ts';
import { callActions, callOf, type WantedCall } from './calls/wanted-calls.ts';
import { record } from './first-of.ts';

/** Null: nothing is under way, and nothing can be begun any more. */
export const reviewActions = (state: RunState, round: RoundState): Action[] | null => {
  const { reviewers } = state.config;
  const pending = reviewers.filter(({ name }) => round.reviewers.includes(name) && !round.reviews.has(name));
  const finished = pending.filter(isAgent).flatMap((reviewer) => finishedReview(state, round, reviewer));
  if (finished.length > 0) return record(finished);
  if (pending.length > 0) return ask(state, round, pending);
  return mayLook(state, round) ? [{ do: 'admit' }] : null;
};

/** Tools have their last look also when the run stops: it costs nothing. */
const mayLook = (state: RunState, { cause }: RoundState): boolean =>
  mayBegin(state) || (cause === 'last' && modeOf(state) === 'stopping');

const isAgent = (reviewer: ReviewerConfig): reviewer is AgentReviewerConfig => reviewer.kind === 'agent';

const ask = (state: RunState, round: RoundState, pending: readonly ReviewerConfig[]): Action[] | null => {
  const most = state.config.review.concurrency;
  const looks = pending.filter((reviewer) => isToLook(state, round, reviewer)).map(lookOf);
  const parts = pending.filter(isAgent).flatMap((reviewer) => wantedParts(state, round, reviewer));
  const calls = callActions(state, parts, most);
  if (looks.length === 0) return calls;
  // Tools come first: they are cheap. What is to be recorded about calls waits for them.
  return [...looks, ...(calls ?? []).filter((action) => action.do === 'call')].slice(0, most);
};

/** A tool that is to be run, or an agent whose part of the change is still to be found out. */
const isToLook = (state: RunState, round: RoundState, { kind, name }: ReviewerConfig): boolean =>
  (kind === 'tool' || !round.scopes.has(name)) && (mayLook(state, round) || round.started.has(name));

const lookOf = ({ kind, name }: ReviewerConfig): Action => ({
  do: kind === 'tool' ? 'review' : 'scope',
  reviewer: name,
});

const subjectOf = (round: RoundState, reviewer: AgentReviewerConfig, part: number): CallSubject => ({
  role: 'review',
  round: round.round,
  reviewer: reviewer.name,
  part,
});

const wantedParts = (state: RunState, round: RoundState, reviewer: AgentReviewerConfig): WantedCall[] =>
  (round.scopes.get(reviewer.name)?.parts ?? [])
    .map(({ part }) => ({ subject: subjectOf(round, reviewer, part), agent: reviewer.agent ?? '' }))
    .filter(({ subject }) => !callOf(state, subject)?.answer);

type Scope = RunEventOf<'review.scoped'>;

/** Once every part is answered. */
const finishedReview = (state: RunState, round: RoundState, reviewer: AgentReviewerConfig): RunEvent[] => {
  const scope = round.scopes.get(reviewer.name);
  if (!scope) return [];
  if (scope.skipped !== undefined && !scope.left.some(({ wanted }) => wanted))
    return [skippedReview(scope, scope.skipped)];
  const calls = scope.parts.map(({ part }) => callOf(state, subjectOf(round, reviewer, part)));
  const answers = calls.flatMap((call) => call?.answer ?? []);
  const isThrough = answers.length === calls.length && answers.every(({ outcome }) => outcome !== 'cancelled');
  return isThrough ? [reviewFrom(scope, answers)] : [];
};

const skippedReview = ({ reviewer }: Scope, message: string): RunEvent => ({
  type: 'review.finished',
  reviewer,
  counts: {},
  verdict: 'skipped',
  findings: [],
  problems: [],
  message,
  durationMs: 0,
});

const reviewFrom = (scope: Scope, answers: readonly Answer[]): RunEvent => {
  const { reviewer } = scope;
  const readings = answers.flatMap(({ answer }) => (answer?.role === 'review' ? [answer] : []));
  const findings = readings.flatMap((reading) => reading.findings);
  const failure = whyFailed(scope, answers);
  const verdict = findings.length > 0 ? 'NEEDS_WORK' : 'PASSED';
  return {
    type: 'review.finished',
    reviewer,
    counts: {},
    verdict: failure === undefined ? verdict : 'error',
    findings,
    problems: readings.flatMap((reading) => problemsOf(reviewer, reading)),
    ...given({ summary: summaryOf(readings), message: failure }),
    durationMs: answers.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
};

type Answer = NonNullable<CallState['answer']>;

/** Of a review in many parts, as much as a person reads. */
const longestSummary = 4_000;

const summaryOf = (readings: readonly CallAnswerOf<'review'>[]): string | undefined => {
  const said = [...new Set(readings.flatMap(({ summary }) => summary ?? []))];
  return said.length === 0 ? undefined : headAndTail(said.join('\n\n'), longestSummary);
};

/** A reviewer that fails, answers nothing, or could not be asked about anything has not passed anything. */
const whyFailed = ({ parts, left }: Scope, answers: readonly Answer[]): string | undefined => {
  const { reason = 'no change is of a size that it takes' } = left.find(({ wanted }) => wanted) ?? {};
  if (parts.length === 0) return `nothing could be reviewed: ${reason}`;
  const failures = answers.filter((answer) => !hasVerdict(answer));
  const [first] = failures;
  if (!first) return undefined;
  const share = answers.length === 1 ? '' : `${failures.length} of ${answers.length} calls failed; the first: `;
  return `${share}${first.message ?? first.outcome}`;
};

const problemsOf = (reviewer: string, { problems, changed }: CallAnswerOf<'review'>): ReadProblem[] => [
  ...problems.map(({ place, message }) => ({ place: `reviewer ${reviewer}: ${place}`, message })),
  ...(changed.length === 0
    ? []
    : [
        {
          place: `reviewer ${reviewer}`,
          message: `it changed ${changed.join(', ')} although it only reviews: put back`,
        },
      ]),
];
