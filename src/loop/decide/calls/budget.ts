/**
 * The budget of a run: what is spent, what is set aside for calls under way, what is held back for opinions on fixes
 * that were paid for, and whether one more call can be begun.
 */
import type { Stage } from '../../../model/call.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { nothing, plus, reservationsIn, sumOf } from '../../state/spent/spending.ts';
import type { RunState } from '../../state/state.ts';
import type { Pending } from '../../state/unit.ts';
import { estimateOf } from './estimate.ts';
import { heldBackFor, opinionsOnOne } from './held-back.ts';

/** A call that somebody would have to pay for. */
export type Payable = { agent: string; role: Stage };

/** A limit that a call has to keep to: what is spent of it and what is left, and what the call may take of it. */
type Demand = { key: string; limit: Reserved; spent: Reserved; left: Reserved; needs: Reserved };

const hasBudget = ({ config: { limits } }: RunState): boolean =>
  [limits.usd, limits.tokens, limits.usdPerFinding, limits.tokensPerFinding].some((limit) => limit !== undefined);

const limitOf = ({ config: { limits } }: RunState, share = 1): Reserved => ({
  usd: (limits.usd ?? Number.POSITIVE_INFINITY) * share,
  tokens: (limits.tokens ?? Number.POSITIVE_INFINITY) * share,
});

const minus = (a: Reserved, ...others: Reserved[]): Reserved => {
  const { usd, tokens } = sumOf(others);
  return { usd: a.usd - usd, tokens: a.tokens - tokens };
};

/** What the calls of a run stand at, worked out once for all that are asked about. */
type Balance = { state: RunState; reserved: ReturnType<typeof reservationsIn>; held: Reserved };

const balanceOf = (state: RunState): Balance => ({
  state,
  reserved: reservationsIn(state),
  held: heldBackFor(state),
});

/** Only those who judge fixes may use what is held back for that. */
const ofRun = ({ state, reserved, held }: Balance, role: Stage, needs: Reserved): Demand => {
  const { spent } = state.money;
  const limit = limitOf(state);
  const own = role === 'challenge' ? nothing : held;
  const left = minus(limit, spent, sumOf(reserved.map((each) => each.reserved)), own);
  return { key: 'limits', limit, spent, left, needs };
};

/** Empty where the stage has no share of its own. */
const ofStage = ({ state, reserved }: Balance, stage: Stage, needs: Reserved, held = nothing): Demand[] => {
  const share = state.config.limits.stages?.[stage];
  if (share === undefined) return [];
  const limit = limitOf(state, share);
  const spent = state.money.spentBy.get(stage) ?? nothing;
  const own = reserved.filter(({ role }) => role === stage).map((each) => each.reserved);
  return [{ key: `limits.stages.${stage}`, limit, spent, left: minus(limit, spent, sumOf(own), held), needs }];
};

/** A fix is only begun where the opinions on it can be paid for too. */
const demandsOf = (balance: Balance, { agent, role }: Payable): Demand[] => {
  const { state, held } = balance;
  const own = estimateOf(state, agent);
  if (role !== 'fix') return [ofRun(balance, role, own), ...ofStage(balance, role, own)];
  const opinions = opinionsOnOne(state);
  return [
    ofRun(balance, role, plus(own, opinions)),
    ...ofStage(balance, role, own),
    ...ofStage(balance, 'challenge', opinions, held),
  ];
};

/** Sums of cents are not exact. */
const closeEnough = 1e-9;

const isShort = ({ left, needs }: Demand, taken = nothing): boolean =>
  needs.usd > left.usd - taken.usd + closeEnough || needs.tokens > left.tokens - taken.tokens;

/** Those of the calls that can be paid for, in their order; machine-made fixes cost nothing. */
export const affordable = <Call extends Payable>(state: RunState, calls: readonly Call[]): Call[] => {
  if (!hasBudget(state)) return [...calls];
  const balance = balanceOf(state);
  const taken = new Map<string, Reserved>();
  return calls.filter((call) => {
    if (isMachineMade(call)) return true;
    const demands = demandsOf(balance, call);
    if (demands.some((demand) => isShort(demand, taken.get(demand.key)))) return false;
    for (const { key, needs } of demands) taken.set(key, plus(taken.get(key) ?? nothing, needs));
    return true;
  });
};

/** What is set aside when a call begins; undefined when there is no limit that it could reach. */
export const reservationFor = (state: RunState, agent: string): Reserved | undefined =>
  isMachineMade({ agent }) || !hasBudget(state) ? undefined : estimateOf(state, agent);

/** Why not one more call of this agent can be begun, for a person. */
const whyUnaffordable = (state: RunState, call: Payable): string => {
  const demands = demandsOf(balanceOf(state), call);
  const short = demands.find((each) => isShort(each)) ?? ofRun(balanceOf(state), call.role, nothing);
  const { key, limit, spent, left, needs } = short;
  const opinions = call.role === 'fix' && opinionsOnOne(state).tokens > 0;
  const who = `a call of ${call.agent}${opinions ? ', with the opinions on it,' : ''}`;
  const name = (unit: string): string => (key === 'limits' ? `limits.${unit}` : `${key} (${unit})`);
  if (needs.usd <= left.usd + closeEnough)
    return `${name('tokens')}: ${spent.tokens} of ${limit.tokens} are used, and ${who} may take ${needs.tokens}`;
  const most = Math.round(limit.usd * 1e6) / 1e6;
  return `${name('usd')}: $${spent.usd.toFixed(2)} of $${most} are spent, and ${who} may take $${needs.usd.toFixed(2)}`;
};

export const outOfBudget = (state: RunState, call: Payable): RunEvent => ({
  type: 'run.stopping',
  reason: 'budget',
  message: whyUnaffordable(state, call),
});

/** What a call that is under way may use up, by each limit that it has to keep to. */
const allowances = (state: RunState, { agent, role }: Payable, { reserved: own = nothing }: Pending): Demand[] => {
  const balance = balanceOf(state);
  return [ofRun(balance, role, nothing), ...ofStage(balance, role, nothing)].map((demand) => ({
    ...demand,
    left: isMachineMade({ agent }) ? demand.left : plus(demand.left, own),
  }));
};

/** The most that it may cost; infinite without a limit. */
export const mostUsd = (state: RunState, call: Payable, pending: Pending): number =>
  Math.min(...allowances(state, call, pending).map(({ left }) => left.usd));

/** `used`: of one call so far. Null while the budget holds. */
export const exceeded = (state: RunState, call: Payable, pending: Pending, used: Reserved): string | null => {
  for (const { key, limit, left } of allowances(state, call, pending)) {
    const name = key === 'limits' ? 'limits.' : `${key} of limits.`;
    if (used.usd > left.usd) return `${name}usd ($${limit.usd}) is reached`;
    if (used.tokens > left.tokens) return `${name}tokens (${limit.tokens}) is reached`;
  }
  return null;
};
