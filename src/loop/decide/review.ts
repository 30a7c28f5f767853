/** Decides about a round of reviews: whom to ask about what, and what an agent's answers come to. */
import type { AgentReviewerConfig } from '../../config/schema.ts';
import type { CallAnswerOf, CallSubject } from '../../model/call.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import type { ReadProblem } from '../../model/finding.ts';
import type { Action } from '../actions.ts';
import type { CallState, RoundState, RunState } from '../state/state.ts';
import { hasVerdict } from '../state/verdict.ts';
import { callActions, callOf, type WantedCall } from './calls/wanted-calls.ts';

/** Null: nothing is under way, and nothing can be begun any more. */
export const reviewActions = (state: RunState, round: RoundState): Action[] | null => {
  const pending = state.config.reviewers.filter(
    ({ name }) => round.reviewers.includes(name) && !round.reviews.has(name),
  );
  const agents = pending.filter((reviewer) => reviewer.kind === 'agent');
  const finished = agents.flatMap((reviewer) => finishedReview(state, round, reviewer));
  if (finished.length > 0) return [{ do: 'record', events: finished }];
  if (pending.length === 0) return state.end.stopping ? null : [{ do: 'admit' }];
  const most = state.config.review.concurrency;
  const single = pending
    .filter(
      (reviewer) =>
        (reviewer.kind === 'tool' || !round.scopes.has(reviewer.name)) &&
        (!state.end.stopping || round.started.has(reviewer.name)),
    )
    .map(({ kind, name }): Action => ({ do: kind === 'tool' ? 'review' : 'scope', reviewer: name }));
  const wanted = agents.flatMap((reviewer) => wantedParts(state, round, reviewer));
  const calls = callActions(state, wanted, most);
  if (single.length === 0) return calls;
  // Tools come first: they are cheap. What is to be recorded about calls waits for them.
  return [...single, ...(calls ?? []).filter((action) => action.do === 'call')].slice(0, most);
};

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

/** Once every part is answered. */
const finishedReview = (state: RunState, round: RoundState, reviewer: AgentReviewerConfig): RunEvent[] => {
  const scope = round.scopes.get(reviewer.name);
  if (!scope) return [];
  const base = { type: 'review.finished', reviewer: reviewer.name, counts: {} } as const;
  if (scope.skipped !== undefined && !scope.left.some(({ wanted }) => wanted))
    return [{ ...base, verdict: 'skipped', findings: [], problems: [], message: scope.skipped, durationMs: 0 }];
  const calls = scope.parts.map(({ part }) => callOf(state, subjectOf(round, reviewer, part)));
  const answers = calls.flatMap((call) => call?.answer ?? []);
  if (answers.length < calls.length || answers.some(({ outcome }) => outcome === 'cancelled')) return [];
  const readings = answers.flatMap(({ answer }) => (answer?.role === 'review' ? [answer] : []));
  const findings = readings.flatMap((reading) => reading.findings);
  const failed = whyFailed(scope, answers);
  const verdict = failed !== undefined ? 'error' : findings.length > 0 ? 'NEEDS_WORK' : 'PASSED';
  return [
    {
      ...base,
      verdict,
      findings,
      problems: readings.flatMap((reading) => problemsOf(reviewer.name, reading)),
      ...(failed !== undefined && { message: failed }),
      durationMs: answers.reduce((sum, { durationMs }) => sum + durationMs, 0),
    },
  ];
};

type Answer = NonNullable<CallState['answer']>;

/** A reviewer that fails, answers nothing, or could not be asked about anything has not passed anything. */
const whyFailed = ({ parts, left }: RunEventOf<'review.scoped'>, answers: readonly Answer[]): string | undefined => {
  if (parts.length === 0)
    return `nothing could be reviewed: ${left.find(({ wanted }) => wanted)?.reason ?? 'no change is of a size that it takes'}`;
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
