/** Whom fixes wait for: challengers, judges of disputes, people. */
import { keyOfCall, type Question as PersonQuestion, stageOf } from '../../../model/call.ts';
import { challengeOf } from '../gates/challenge.ts';
import { hearingOf } from '../disputes/hearing.ts';
import { claimed } from '../gates/claims.ts';
import { durableQuestion } from '../gates/durable.ts';
import type { Attempted } from '../gates/evidence.ts';
import type { Walk } from '../gates/judge.ts';
import type { Proving } from '../prove/proving.ts';
import type { RunState } from '../../state/state.ts';
import { isUnderWay, type WantedCall } from '../calls/wanted-calls.ts';
import { lacking } from './lacking.ts';

/** Of challengers about fixes, and of whoever decides about disputes. */
export const wantedOpinions = (walks: readonly Walk[], proving: Proving): WantedCall[] => [
  ...lacking([...walks, ...proving.lacking], 'opinion').flatMap(wantedChallenges),
  ...lacking(walks, 'ruling').flatMap(({ state, unit }) => hearingOf(state, unit).calls),
];

/** What only a person can decide. */
export const questionsIn = (walks: readonly Walk[]): PersonQuestion[] => [
  ...lacking(walks, 'ruling').flatMap(({ state, unit }) => hearingOf(state, unit).questions),
  ...lacking(walks, 'decision').flatMap(({ state, unit }) => durableQuestion(state, unit) ?? []),
];

const wantedChallenges = ({ state, unit }: Attempted): WantedCall[] => {
  const challenged = challengeOf(state, unit, claimed(unit));
  return challenged.status === 'waiting' ? challenged.calls : [];
};

/** Opinions that nobody waits for at the moment are heard out: their fixes went back into the line, or were refused. */
export const withBegun = (state: RunState, wanted: readonly WantedCall[]): WantedCall[] => {
  const keys = new Set(wanted.map(({ subject }) => keyOfCall(subject)));
  const begun = [...state.agents.calls.values()].filter(
    (call) => stageOf(call.subject.role) === 'challenge' && isUnderWay(call) && !keys.has(call.key),
  );
  return [...wanted, ...begun];
};
