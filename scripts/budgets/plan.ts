/** What happens in one run: its limits, what its agents use and what they say about it, and when it is killed. */
import type { Random } from '../crash/random.ts';

export type Amount = { usd: number; tokens: number };

export type Lie = 'honest' | 'silent' | 'too little' | 'negative' | 'no number' | 'enormous' | 'only money';

/** What a call of an agent about a finding really uses, and what it says. */
export type Use = { real: Amount; lie: Lie; said: unknown };

export type Limits = {
  usd?: number;
  tokens?: number;
  usdPerFinding?: number;
  tokensPerFinding?: number;
  stages?: { fix?: number; challenge?: number };
};

export type Plan = {
  codes: readonly string[];
  concurrency: number;
  fixer: string;
  challengers: readonly string[];
  /** By agent, then by code of the finding. */
  uses: Readonly<Record<string, Readonly<Record<string, Use>>>>;
  /** Codes of findings whose first fixes are refused, and how many of them. */
  broken: Readonly<Record<string, number>>;
  doubted: Readonly<Record<string, number>>;
  price: { inputPerMTok: number; outputPerMTok: number };
  limits: Limits;
  sleepMs: number;
  /** Milliseconds after each start. */
  kills: readonly number[];
  /** Once it has stopped for its budget, it is resumed with so many times as much. */
  more: number | null;
};

const pickFrom = <T>(random: Random, list: readonly T[]): T => {
  const picked = list[random(list.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
};

const saidAs = (lie: Lie, { usd, tokens }: Amount): unknown => {
  const input = Math.floor(tokens * 0.8);
  const all = (factor: number): object => ({
    inputTokens: input * factor,
    outputTokens: (tokens - input) * factor,
    usd: usd * factor,
  });
  switch (lie) {
    case 'honest':
      return all(1);
    case 'silent':
      return undefined;
    case 'too little':
      return { inputTokens: 1, outputTokens: 0, usd: usd / 100 };
    case 'negative':
      return all(-1_000);
    case 'no number':
      return { inputTokens: 'NaN', outputTokens: null, usd: 'much' };
    case 'enormous':
      return { inputTokens: 1e300, outputTokens: 1e300, usd: 1e300 };
    default:
      return { usd };
  }
};

const lies: readonly Lie[] = [
  'honest',
  'honest',
  'silent',
  'too little',
  'negative',
  'no number',
  'enormous',
  'only money',
];

const useOf = (random: Random, likely: readonly Lie[]): Use => {
  const real = { usd: (1 + random(120)) / 100, tokens: 500 + random(80_000) };
  const lie = pickFrom(random, likely);
  return { real, lie, said: saidAs(lie, real) };
};

const limitsOf = (random: Random, challengers: number): Limits => {
  const kind = random(6);
  const usd = (40 + random(500)) / 100;
  const tokens = 40_000 + random(400_000);
  const share = (20 + random(70)) / 100;
  const whole = random(2) === 0 ? { usd } : { tokens };
  if (kind < 2) return whole;
  if (kind === 2) return { usd, tokens };
  if (kind === 3) return { ...whole, stages: { fix: share, ...(challengers > 0 && { challenge: share }) } };
  if (kind === 4) return { usdPerFinding: (40 + random(200)) / 100 };
  return { ...whole, tokensPerFinding: 35_000 + random(100_000) };
};

const times = (random: Random, codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(codes.flatMap((code) => (random(3) === 0 ? [[code, 1 + random(2)]] : [])));

export const planOf = (random: Random): Plan => {
  const codes = Array.from({ length: 3 + random(4) }, (_, n) => `F${n + 1}`);
  const challengers = ['judge', 'jury'].slice(0, random(3));
  // Half of the runs have agents of one kind, so that each kind is seen by itself.
  const likely = random(2) === 0 ? [pickFrom(random, lies)] : lies;
  const usesOf = (): Record<string, Use> => Object.fromEntries(codes.map((code) => [code, useOf(random, likely)]));
  return {
    codes,
    concurrency: 1 + random(4),
    fixer: 'paid',
    challengers,
    uses: Object.fromEntries(['paid', ...challengers].map((name) => [name, usesOf()])),
    broken: times(random, codes),
    doubted: times(random, codes),
    price: { inputPerMTok: 1 + random(10), outputPerMTok: 10 + random(30) },
    limits: limitsOf(random, challengers.length),
    sleepMs: random(3) * 120,
    kills: random(5) < 2 ? Array.from({ length: 1 + random(2) }, () => 400 + random(1_600)) : [],
    more: random(3) === 0 ? 2 : null,
  };
};

export const showPlan = ({ codes, concurrency, challengers, uses, limits, kills, more }: Plan): string => {
  const kinds = [...new Set(Object.values(uses).flatMap((own) => Object.values(own).map(({ lie }) => lie)))];
  return [
    `${codes.length} findings, ${concurrency} at a time, ${challengers.length} challengers`,
    `limits ${JSON.stringify(limits)}`,
    `agents that are ${kinds.join(', ')}`,
    ...(kills.length > 0 ? [`killed after ${kills.join(' and ')} ms`] : []),
    ...(more === null ? [] : [`then ${more} times as much`]),
  ].join('; ');
};
