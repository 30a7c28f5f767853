/**
 * What calls of agents leave in the state of a run: what they used up, how they went, and who goes on for whom. Part of
 * the fold.
 */
import { type Attempt, addUsage, type Usage } from '../../model/attempt.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { Reserved } from '../../model/run/snapshot.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { addSpent, countedAs, type Purpose, reservationsIn } from './spent/spending.ts';
import type { FixerCost } from './spent/money.ts';
import type { CallState, RunState } from './state.ts';
import { factsOf, type Pending, waitsForCall } from './unit.ts';

const spend = (state: RunState, purpose: Purpose, { reserved }: Pending, usage: Usage): Reserved => {
  const { money } = state;
  money.used = addUsage(money.used, usage);
  money.usedBy.set(purpose.role, addUsage(money.usedBy.get(purpose.role) ?? {}, usage));
  const used = countedAs(usage, reserved);
  addSpent(state, purpose, used);
  return used;
};

type Postponed = RunEventOf<'attempt.postponed'> | RunEventOf<'call.postponed'>;
type Finished = RunEventOf<'attempt.finished'> | RunEventOf<'call.finished'>;

export const postpone = (state: RunState, purpose: Purpose, call: Pending, event: Postponed): void => {
  state.agents.waitedMs += event.waitMs;
  if (event.usage) spend(state, purpose, call, event.usage);
  const fixer = event.type === 'attempt.postponed' && state.fixing.units.get(event.unit)?.plan.agent;
  if (fixer && event.usage) addToFixer(state, fixer, { calls: 0, unpriced: 0, used: event.usage });
  call.postponed = { outcome: event.outcome, message: event.message, until: event.until };
  delete call.reserved;
};

export const countCall = (state: RunState, purpose: Purpose, call: Pending, event: Finished): void => {
  const { agent, outcome } = event;
  if (!isMachineMade({ agent })) {
    learn(state, event, spend(state, purpose, call, event.usage));
    if (purpose.role === 'fix') addToFixer(state, agent, costOfCall(event.usage));
    if (outcome === 'ok') state.agents.failures.delete(agent);
    else if (outcome !== 'cancelled')
      state.agents.failures.set(agent, {
        count: (state.agents.failures.get(agent)?.count ?? 0) + 1,
        message: event.message ?? outcome,
      });
  }
  delete call.reserved;
};

const costOfCall = (used: Usage): FixerCost => ({ calls: 1, unpriced: used.usd === undefined ? 1 : 0, used });

const addToFixer = ({ money: { fixers } }: RunState, agent: string, more: FixerCost): void => {
  const { calls, unpriced, used } = fixers.get(agent) ?? { calls: 0, unpriced: 0, used: {} };
  fixers.set(agent, {
    calls: calls + more.calls,
    unpriced: unpriced + more.unpriced,
    used: addUsage(used, more.used),
  });
};

/** A call that failed at once used next to nothing, which says nothing about those that do not. */
const learn = (state: RunState, { agent, outcome }: Finished, used: Reserved): void => {
  const largest = state.money.largestCalls.get(agent);
  if (outcome !== 'ok' && !largest) return;
  const { usd = 0, tokens = 0 } = largest ?? {};
  state.money.largestCalls.set(agent, { usd: Math.max(usd, used.usd), tokens: Math.max(tokens, used.tokens) });
};

/** Nobody heard what these calls came to: they count as what they were expected to use, and are made again. */
export const countLostCalls = (state: RunState): void => {
  for (const { reserved, ...purpose } of reservationsIn(state)) addSpent(state, purpose, reserved);
  for (const [key, unit] of state.fixing.units)
    if (unit.phase === 'started') state.fixing.units.set(key, { ...factsOf(unit), phase: 'planned' });
  for (const [key, call] of state.agents.calls) {
    delete call.reserved;
    delete call.postponed;
    if (!call.answer || call.answer.outcome === 'cancelled') state.agents.calls.delete(key);
  }
};

/** Units that the first agent has not taken up, or has put off, go to the other one. */
export const replaceAgent = (state: RunState, { agent, by }: RunEventOf<'agent.replaced'>): void => {
  state.agents.replaced.set(agent, by);
  state.agents.waitedMs = 0;
  for (const [key, unit] of state.fixing.units) {
    if (unit.plan.agent !== agent || !waitsForCall(unit)) continue;
    state.fixing.units.set(key, { ...factsOf(unit), plan: { ...unit.plan, agent: by }, phase: 'planned' });
  }
  for (const call of state.agents.calls.values()) if (call.agent === agent && call.postponed) passOn(call, by);
};

/** It keeps its place among those that wait: whoever performs it still does, and begins by itself. */
const passOn = (call: CallState, by: string): void => {
  call.agent = by;
  call.passedOn = true;
  delete call.postponed;
};

/** A call about several findings is paid for once: each bears its part. */
export const shareOf = (usage: Attempt['usage'], parts: number): Attempt['usage'] => {
  if (parts <= 1) return usage;
  return Object.fromEntries(
    Object.entries(usage).map(([key, value]) => [key, value === undefined ? undefined : value / parts]),
  );
};

/** What an agent that ended well said beside the point; why one failed is the reason of its attempts. */
export const problemsOfAnswer = (
  state: RunState,
  event: RunEventOf<'attempt.finished'>,
): RunState['remarks']['problems'] => {
  if (event.outcome !== 'ok') return [];
  const codes =
    state.fixing.units.get(event.unit)?.plan.findings.map((id) => state.findings.get(id)?.finding.code ?? id) ?? [];
  const unknown =
    event.unknownIds.length === 0 ? [] : [`it names what it was not asked about: ${event.unknownIds.join(', ')}`];
  const said = [...(event.message === undefined ? [] : [event.message]), ...unknown];
  return said.map((message) => ({ place: `answer of ${event.agent} for ${codes.join(', ')}`, message }));
};
