/**
 * Decides about challengers (6): whom to ask about a patch, and what their scores come to. The status is derived here,
 * by code.
 */
import type { Config } from '../../../config/schema.ts';
import type { CallSubject } from '../../../model/call.ts';
import type { Challenge, Score, Vote } from '../../../model/challenge.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { combineVotes } from '../../../stages/challenge/votes.ts';
import type { RunState } from '../../state/state.ts';
import type { UnitState } from '../../state/unit.ts';
import { callOf, type WantedCall } from '../calls/wanted-calls.ts';

/** Once about a patch, and once more about what was left without a score. */
const mostAsked = 2;

export type Challenged =
  | { status: 'waiting'; calls: WantedCall[] }
  /** By id of the finding; empty when nobody is asked. */
  | { status: 'done'; challenges: Record<string, Challenge> };

export const challengeOf = (state: RunState, unit: UnitState, claimed: readonly string[]): Challenged => {
  const { agents } = state.config.challenger;
  if (agents.length === 0 || isMachineMade(unit.plan)) return { status: 'done', challenges: {} };
  const heard = agents.map((challenger) => hear(state, unit, challenger, claimed));
  const calls = heard.flatMap(({ wanted }) => wanted);
  if (calls.length > 0) return { status: 'waiting', calls };
  return {
    status: 'done',
    challenges: Object.fromEntries(claimed.map((id) => [id, combined(heard, id, state.config)])),
  };
};

type Heard = { challenger: string; wanted: WantedCall[]; scores: Record<string, Score>; silence: string };

const hear = (state: RunState, unit: UnitState, challenger: string, asked: readonly string[]): Heard => {
  const heard: Heard = { challenger, wanted: [], scores: {}, silence: 'it gave no score' };
  for (let n = 1; n <= mostAsked && asked.some((id) => !Object.hasOwn(heard.scores, id)); n += 1) {
    const subject: CallSubject = { role: 'challenge', unit: unit.plan.unit, challenger, n };
    const answer = callOf(state, subject)?.answer;
    // One that the budget cut short has said nothing yet: it is asked again when the run goes on.
    if (!answer || answer.outcome === 'cancelled') return { ...heard, wanted: [{ subject, agent: challenger }] };
    if (answer.outcome !== 'ok') heard.silence = answer.message ?? answer.outcome;
    if (answer.outcome === 'ok' && answer.answer?.role === 'challenge')
      heard.scores = { ...answer.answer.scores, ...heard.scores };
  }
  return heard;
};

/** Those that a call is about: a second one is only about what the first left out. */
export const askedAbout = (
  state: RunState,
  { unit, challenger, n }: Extract<CallSubject, { role: 'challenge' }>,
  claimed: readonly string[],
): string[] => {
  if (n === 1) return [...claimed];
  const first = callOf(state, { role: 'challenge', unit, challenger, n: 1 })?.answer?.answer;
  return claimed.filter((id) => first?.role !== 'challenge' || !Object.hasOwn(first.scores, id));
};

const combined = (heard: readonly Heard[], id: string, { challenger: rules }: Config): Challenge => {
  const votes = heard.map(({ challenger, scores, silence }): Vote => {
    const score = scores[id];
    if (!score) return { challenger, score: null, feedback: `not judged: ${silence}` };
    return {
      challenger,
      score: score.score,
      feedback: score.feedback,
      ...(score.quality && { quality: score.quality }),
    };
  });
  const improvements = [...new Set(heard.flatMap(({ scores }) => scores[id]?.improvements ?? []))];
  return combineVotes(votes, rules, improvements);
};
