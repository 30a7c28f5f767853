/** A ledger for people and for spreadsheets. */
import { balances, type Expense, settle } from './ledger.ts';
import { Money } from './money.ts';

export type Style = 'text' | 'csv';

function balanceText(name: string, cents: number): string {
  if (cents < 0) {
    return `${name} owes ${new Money(-cents)}`;
  } else {
    return `${name} is owed ${new Money(cents)}`;
  }
}

/** One line per person, then one per payment. */
export function toText(expenses: readonly Expense[]): string {
  const people = Object.entries(balances(expenses)).map(([name, cents]) => balanceText(name, cents));
  const payments = settle(expenses).map(({ from, to, amount }) => `${from} pays ${to} ${amount}`);
  return [...people, ...payments].join('\n');
}

/** One line per expense: payer, amount in cents, note. */
export function toCsv(expenses: readonly Expense[]): string {
  const rows = expenses.map(({ payer, amount, note }) => payer + ';' + amount + ';' + note);
  return ['payer;cents;note', ...rows].join('\n');
}

/** What the command line asks for; text unless it says otherwise. */
export function styleOf(args: readonly string[]): Style {
  return !!args.includes('--csv') ? 'csv' : 'text';
}
