/**
 * Keeps the books of a run once more, from its events and from what its agents really used. Pure. It does not use what
 * Fixpoint keeps its own by.
 */
import type { StoredEvent } from '../../src/model/event.ts';
import type { Amount, Limits, Plan, Use } from './plan.ts';

type Stage = 'fix' | 'challenge';

type Call = { agent: string; stage: Stage; code: string; reserved: Amount };

export type Books = {
  problems: string[];
  started: Call[];
  /** As it has to be counted, in all. */
  spent: Amount;
  /** The most by which a limit of the whole run was exceeded, as a part of it. */
  over: number;
};

type Ledger = Books & {
  plan: Plan;
  limits: Limits;
  open: Map<string, Call>;
  byStage: Map<Stage, Amount>;
  byCode: Map<string, Amount>;
  codes: Map<string, string>;
  units: Map<string, string>;
};

const units = ['usd', 'tokens'] as const;
const cent = 1e-6;

const plus = (a: Amount, b: Amount): Amount => ({ usd: a.usd + b.usd, tokens: a.tokens + b.tokens });
const nothing: Amount = { usd: 0, tokens: 0 };
const sum = (all: readonly Amount[]): Amount => all.reduce(plus, nothing);

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined;

const field = (said: unknown, name: string): number | undefined =>
  typeof said === 'object' && said !== null ? number(Reflect.get(said, name)) : undefined;

/** What a call has to count as: what it says if that can be, what was set aside for it otherwise. */
export const countedFor = ({ said }: Use, { price }: Plan, reserved: Amount, least: number): Amount => {
  const [input, output, usd] = [field(said, 'inputTokens'), field(said, 'outputTokens'), field(said, 'usd')];
  const isSaid = input !== undefined || output !== undefined;
  const priced = isSaid
    ? ((input ?? 0) * price.inputPerMTok + (output ?? 0) * price.outputPerMTok) / 1_000_000
    : undefined;
  return {
    usd: usd ?? priced ?? reserved.usd,
    tokens: Math.max(least, isSaid ? (input ?? 0) + (output ?? 0) : reserved.tokens),
  };
};

const useOf = ({ plan }: Pick<Ledger, 'plan'>, { agent, code }: Pick<Call, 'agent' | 'code'>): Use => {
  const use = plan.uses[agent]?.[code];
  if (use === undefined) throw new Error(`nobody planned a call of ${agent} about ${code}`);
  return use;
};

const count = (ledger: Ledger, { stage, code }: Call, amount: Amount): void => {
  ledger.spent = plus(ledger.spent, amount);
  ledger.byStage.set(stage, plus(ledger.byStage.get(stage) ?? nothing, amount));
  ledger.byCode.set(code, plus(ledger.byCode.get(code) ?? nothing, amount));
};

const limitIn = ({ limits }: Ledger, unit: (typeof units)[number]): number => limits[unit] ?? Number.POSITIVE_INFINITY;

/** What may not be exceeded when this call begins, itself included. */
const demands = (ledger: Ledger, call: Call): { name: string; limit: number; taken: number }[] => {
  const { limits, open, byStage, byCode, spent } = ledger;
  const under = [...open.values()];
  const whole = plus(spent, sum(under.map(({ reserved }) => reserved)));
  const own = under.filter(({ stage }) => stage === call.stage).map(({ reserved }) => reserved);
  const ofStage = plus(byStage.get(call.stage) ?? nothing, sum(own));
  const ofFinding = plus(byCode.get(call.code) ?? nothing, call.reserved);
  const share = limits.stages?.[call.stage];
  const perFinding = { usd: limits.usdPerFinding, tokens: limits.tokensPerFinding };
  return units.flatMap((unit) => [
    { name: `limits.${unit}`, limit: limitIn(ledger, unit), taken: whole[unit] },
    ...(share === undefined
      ? []
      : [{ name: `${call.stage} of ${unit}`, limit: share * limitIn(ledger, unit), taken: ofStage[unit] }]),
    ...(call.stage === 'fix' && perFinding[unit] !== undefined
      ? [{ name: `${unit} for ${call.code}`, limit: perFinding[unit], taken: ofFinding[unit] }]
      : []),
  ]);
};

const begin = (ledger: Ledger, key: string, call: Omit<Call, 'reserved'>, reserved: Amount | undefined): void => {
  if (reserved === undefined) {
    ledger.problems.push(`nothing was set aside for a call of ${call.agent} about ${call.code}`);
    return;
  }
  const whole: Call = { ...call, reserved };
  ledger.open.set(key, whole);
  ledger.started.push(whole);
  for (const { name, limit, taken } of demands(ledger, whole))
    if (taken > limit + cent)
      ledger.problems.push(
        `a call of ${call.agent} about ${call.code} was begun, with which ${name} stands at ${taken} of ${limit}`,
      );
};

type Ended = { outcome: string; usage: { leastTokens?: number | undefined } };

const end = (ledger: Ledger, key: string, { outcome, usage }: Ended): void => {
  const call = ledger.open.get(key);
  if (!call) return;
  ledger.open.delete(key);
  const use = useOf(ledger, call);
  const least = usage.leastTokens ?? 0;
  count(ledger, call, outcome === 'ok' ? countedFor(use, ledger.plan, call.reserved, least) : call.reserved);
  for (const unit of units) ledger.over = Math.max(ledger.over, ledger.spent[unit] / limitIn(ledger, unit) - 1);
};

/** Nobody heard what these came to. */
const lose = (ledger: Ledger): void => {
  for (const call of ledger.open.values()) count(ledger, call, call.reserved);
  ledger.open.clear();
};

const take = (ledger: Ledger, event: StoredEvent): void => {
  const { codes, units: unitCodes } = ledger;
  switch (event.type) {
    case 'findings.admitted':
      for (const { id, code } of event.findings) codes.set(id, code);
      break;
    case 'step.started':
      for (const { unit, findings } of event.units) unitCodes.set(unit, codes.get(findings[0] ?? '') ?? '');
      break;
    case 'attempt.started': {
      const call = { agent: event.agent, stage: 'fix', code: unitCodes.get(event.unit) ?? '' } as const;
      begin(ledger, event.unit, call, event.reserved);
      break;
    }
    case 'call.started':
      if (event.subject.role === 'challenge') {
        const code = unitCodes.get(event.subject.unit) ?? '';
        begin(ledger, event.call, { agent: event.agent, stage: 'challenge', code }, event.reserved);
      }
      break;
    case 'attempt.finished':
      end(ledger, event.unit, event);
      break;
    case 'call.finished':
      end(ledger, event.call, event);
      break;
    case 'run.resumed':
      lose(ledger);
      for (const [key, value] of Object.entries(event.limits ?? {})) ledger.limits = { ...ledger.limits, [key]: value };
      break;
    default:
  }
};

/** `made`: calls that were really made, by agent and code of the finding. */
export const keepBooks = (
  plan: Plan,
  events: readonly StoredEvent[],
  made: readonly Pick<Call, 'agent' | 'code'>[],
  /** Codes of findings by their ids, where no event says them. */
  codes: ReadonlyMap<string, string> = new Map(),
): Books => {
  const ledger: Ledger = {
    plan,
    limits: plan.limits,
    problems: [],
    started: [],
    spent: nothing,
    over: 0,
    open: new Map(),
    byStage: new Map(),
    byCode: new Map(),
    codes: new Map(codes),
    units: new Map(),
  };
  for (const event of events) take(ledger, event);
  lose(ledger);
  const { problems, started, spent, over } = ledger;
  return { problems: [...problems, ...unpaid(started, made), ...overrun(ledger, made)], started, spent, over };
};

/** A call that was made and for which nothing was set aside. */
const unpaid = (started: readonly Call[], made: readonly Pick<Call, 'agent' | 'code'>[]): string[] => {
  const keyOf = ({ agent, code }: Pick<Call, 'agent' | 'code'>): string => `${agent} about ${code}`;
  const paid = Map.groupBy(started, keyOf);
  return [...Map.groupBy(made, keyOf)].flatMap(([key, calls]) => {
    const count = paid.get(key)?.length ?? 0;
    return calls.length > count ? [`${calls.length} calls of ${key} were made, and ${count} paid for`] : [];
  });
};

/**
 * What was really used stays within the limit, but for what calls used beyond what was set aside for them, and for what
 * an agent kept to itself of that.
 */
const overrun = (ledger: Ledger, made: readonly Pick<Call, 'agent' | 'code'>[]): string[] => {
  const used = sum(made.map((call) => useOf(ledger, call).real));
  const beyond = sum(ledger.started.map((call) => excuseOf(ledger, call)));
  return units.flatMap((unit) => {
    const most = limitIn(ledger, unit) + beyond[unit];
    return used[unit] > most + cent ? [`${used[unit]} ${unit} were used, and ${most} can be explained`] : [];
  });
};

const excuseOf = (ledger: Ledger, call: Call): Amount => {
  const use = useOf(ledger, call);
  const counted = countedFor(use, ledger.plan, call.reserved, 0);
  const of = (unit: (typeof units)[number]): number =>
    Math.max(0, use.real[unit] - call.reserved[unit]) +
    Math.max(0, Math.min(use.real[unit], call.reserved[unit]) - counted[unit]);
  return { usd: of('usd'), tokens: of('tokens') };
};
