/** What the calls of each stage cost, for the report. */
import type { Usage } from '../model/attempt.ts';
import { stageOf } from '../model/call.ts';
import type { Report } from '../model/report.ts';
import { isMachineMade } from '../model/run/machine-made.ts';
import type { RunState } from './state/state.ts';

type Heard = { role: keyof Report['stages']; durationMs: number };

/** Every call that was heard of; those that were put off have cost as well. */
const heardIn = (state: RunState): Heard[] => {
  const fixes = [...state.fixing.units.values()].flatMap(({ answer, partOf }): Heard[] =>
    answer && partOf === undefined && !isMachineMade(answer) ? [{ role: 'fix', durationMs: answer.durationMs }] : [],
  );
  const others = [...state.agents.calls.values()].flatMap(({ subject, answer }): Heard[] =>
    answer ? [{ role: stageOf(subject.role), durationMs: answer.durationMs }] : [],
  );
  return [...fixes, ...others];
};

export const stagesOf = (state: RunState): Report['stages'] => {
  const heard = Map.groupBy(heardIn(state), ({ role }) => role);
  const stage = (role: Heard['role']): Stage => costOf(heard.get(role) ?? [], state.money.usedBy.get(role) ?? {});
  return {
    review: stage('review'),
    clarify: stage('clarify'),
    plan: stage('plan'),
    fix: stage('fix'),
    challenge: stage('challenge'),
  };
};

type Stage = Report['stages'][Heard['role']];

const costOf = (calls: readonly Heard[], used: Usage): Stage => ({
  calls: calls.length,
  usd: used.usd ?? null,
  tokens: tokensIn(used),
  durationMs: calls.reduce((total, { durationMs }) => total + durationMs, 0),
});

export const tokensIn = ({ inputTokens = 0, outputTokens = 0 }: Usage): Report['tokens'] => ({
  input: inputTokens,
  output: outputTokens,
});
