/** What the calls of a run have cost so far, what may be added to it, and its limit. */
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import { isMachineMade } from '../../model/run/machine-made.ts';
import { own } from '../../plain/shape.ts';

export type Money = {
  /** Undefined until somebody says what a call has cost. */
  spent?: number;
  /** Of that, what fixing took, and the findings that it was for. */
  onFixes: number;
  answered: Set<string>;
  /** A call was made of which nobody knows what it cost. */
  isIncomplete: boolean;
  limit?: number;
};

export const noMoney = (): Money => ({ onFixes: 0, answered: new Set(), isIncomplete: false });

const limitIn = (config: unknown): unknown => own(own(config, 'limits'), 'usd');

const setLimit = (money: Money, limit: unknown): void => {
  if (typeof limit === 'number') money.limit = limit;
  if (limit === null) delete money.limit;
};

const pay = (money: Money, { usage: { usd } }: RunEventOf<'attempt.finished' | 'call.finished'>): void => {
  if (usd === undefined) money.isIncomplete = true;
  else money.spent = (money.spent ?? 0) + usd;
};

const fix = (money: Money, event: RunEventOf<'attempt.finished'>, findings: readonly string[]): void => {
  if (isMachineMade(event)) return;
  money.onFixes += event.usage.usd ?? 0;
  for (const id of findings) money.answered.add(id);
};

type FindingsOf = (unit: string) => readonly string[];

/** `findingsOf`: of a unit. */
export const followMoney = (money: Money, event: StoredEvent, findingsOf: FindingsOf): void => {
  switch (event.type) {
    case 'run.started':
      return setLimit(money, limitIn(event.config));
    case 'run.resumed':
      return setLimit(money, event.limits?.['usd']);
    case 'limits.set':
      return setLimit(money, event.limits['usd']);
    case 'call.finished':
      return pay(money, event);
    case 'attempt.finished':
      fix(money, event, findingsOf(event.unit));
      return pay(money, event);
    default:
  }
};

const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.01 ? 4 : 2).replace(/\.00$/, '')}`;

/** From these on there is something to go by. */
const fewest = 5;

/** What the first attempts at the others will cost, if they cost what those cost that were made. */
const moreExpected = ({ onFixes, answered }: Money, forAgents: readonly string[]): number => {
  const left = forAgents.filter((id) => !answered.has(id)).length;
  return answered.size < fewest ? 0 : (onFixes / answered.size) * left;
};

/** `forAgents`: findings that no machine-made fix is there for. */
export const moneyWords = (money: Money, forAgents: readonly string[]): string[] => {
  const { spent, isIncomplete, limit } = money;
  if (spent === undefined) return [];
  const least = isIncomplete ? 'at least ' : '';
  const of = limit === undefined ? '' : ` of ${dollars(limit)}`;
  const more = moreExpected(money, forAgents);
  return [`${least}${dollars(spent)} spent${of}${more === 0 ? '' : `, about ${dollars(more)} more expected`}`];
};
