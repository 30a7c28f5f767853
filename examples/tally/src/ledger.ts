/** Who spent what, for whom, and how that evens out. */
import { Money, parseMoney, split } from './money.ts';

export type Expense = { payer: string; amount: Money; sharedBy: string[]; note: string };
export type Transfer = { from: string; to: string; amount: Money };

/** Reads a line such as `ada 30.00 ada,ben,cy dinner`; undefined for an empty line or a comment. */
export function parseLine(line: string): Expense | undefined {
  line = line.trim();
  if (line === '' || line.startsWith('#')) return undefined;
  const [payer = '', price = '', people = '', ...words] = line.split(/\s+/);
  const amount = parseMoney(price);
  if (amount === undefined) throw new Error('not an amount: ' + price);
  const sharedBy = people.split(',').filter(function (name) {
    return name !== '';
  });
  if (sharedBy.length === 0) throw new Error(`nobody shares: ${line}`);
  return { payer: payer, amount, sharedBy, note: words.join(' ') };
}

/** What each person is owed (above zero) or owes (below zero), in cents. */
export function balances(expenses: readonly Expense[]): Record<string, number> {
  const result: Record<string, number> = {};
  const add = (name: string, cents: number): void => {
    if (!Object.prototype.hasOwnProperty.call(result, name)) result[name] = 0;
    result[name] += cents;
  };
  for (const { payer, amount, sharedBy } of expenses) {
    add(payer, amount.cents);
    const shares = split(amount, sharedBy.length);
    sharedBy.forEach((name, index) => add(name, -(shares[index]?.cents ?? 0)));
  }
  return result;
}

/** Few payments that settle everything: whoever owes most pays whoever is owed most. */
export function settle(expenses: readonly Expense[]): Transfer[] {
  const open = Object.entries(balances(expenses)).map(([name, cents]) => ({ name, cents }));
  const transfers: Transfer[] = [];
  while (open.some(({ cents }) => cents !== 0)) {
    open.sort((a, b) => a.cents - b.cents);
    const debtor = open.at(0);
    const creditor = open.at(-1);
    if (debtor === undefined || creditor === undefined) break;
    const cents = Math.min(-debtor.cents, creditor.cents);
    debtor.cents += cents;
    creditor.cents -= cents;
    transfers.push({ from: debtor.name, to: creditor.name, amount: new Money(cents) });
  }
  return transfers;
}
