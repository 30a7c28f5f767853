/** What a run has spent: in all, by stage, and on each finding; and what is set aside. Part of the fold. */
import { tokensOf, type Usage } from '../../../model/attempt.ts';
import { type Stage, stageOf } from '../../../model/call.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import type { CallState, RunState } from '../state.ts';
import type { MoneyState } from './money.ts';
import { pendingOf, type UnitState } from '../unit.ts';

/** What a call is paid for. */
export type Purpose = { role: Stage; findings: readonly string[] };

export const nothing: Reserved = { usd: 0, tokens: 0 };

export const plus = (a: Reserved, b: Reserved): Reserved => ({ usd: a.usd + b.usd, tokens: a.tokens + b.tokens });

export const sumOf = (amounts: readonly Reserved[]): Reserved => amounts.reduce(plus, nothing);

export const purposeOfUnit = ({ plan }: Pick<UnitState, 'plan'>): Purpose => ({
  role: 'fix',
  findings: plan.findings,
});

/** Of the other roles only those who judge are asked about single findings. */
export const purposeOfCall = ({ fixing }: RunState, { subject }: Pick<CallState, 'subject'>): Purpose => ({
  role: stageOf(subject.role),
  findings: 'unit' in subject ? (fixing.units.get(subject.unit)?.plan.findings ?? []) : [],
});

const addTo = <Key>(amounts: Map<Key, Reserved>, key: Key, more: Reserved): void =>
  void amounts.set(key, plus(amounts.get(key) ?? nothing, more));

/** A call about several findings is paid for once: each bears its part. */
export const addSpent = ({ money }: { money: MoneyState }, { role, findings }: Purpose, used: Reserved): void => {
  money.spent = plus(money.spent, used);
  addTo(money.spentBy, role, used);
  const part = { usd: used.usd / findings.length, tokens: used.tokens / findings.length };
  for (const id of findings) addTo(money.spentOn, id, part);
};

/**
 * What a call counts as: what it says, at least what it was given to read. One that says nothing counts as what was set
 * aside for it.
 */
export const countedAs = (usage: Usage, reserved: Reserved = nothing): Reserved => {
  const { leastTokens = 0 } = usage;
  const isCounted = usage.inputTokens !== undefined || usage.outputTokens !== undefined;
  return {
    usd: usage.usd ?? reserved.usd,
    tokens: Math.max(leastTokens, isCounted ? tokensOf(usage) : reserved.tokens),
  };
};

type Reservation = Purpose & { reserved: Reserved };

/** For every call that is under way. */
export const reservationsIn = (state: RunState): Reservation[] => {
  const { fixing, agents } = state;
  const all: Reservation[] = [];
  for (const unit of fixing.units.values()) {
    const { reserved } = pendingOf(unit);
    if (reserved) all.push({ ...purposeOfUnit(unit), reserved });
  }
  for (const call of agents.calls.values())
    if (call.reserved) all.push({ ...purposeOfCall(state, call), reserved: call.reserved });
  return all;
};
