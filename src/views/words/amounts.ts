/** Amounts in words: times, counts, money. */
import type { Report } from '../../model/report.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const duration = (ms: number): string => {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`;
  const whole = Math.round(ms / second) * second;
  if (whole < minute) return `${whole / second} s`;
  if (whole < hour) return `${Math.floor(whole / minute)} min ${(whole % minute) / second} s`;
  return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`;
};

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** With a comma for every thousand. By hand: loading the rules of a language takes longer than making a report. */
export const grouped = (n: number): string => String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

export const usd = (amount: number): string => `$${amount < 1 ? amount.toFixed(4) : amount.toFixed(2)}`;

/** What the run cost, or an empty text when no agent said anything about it. */
export const cost = (report: Pick<Report, 'usd' | 'tokens'>): string => {
  const tokens = report.tokens.input + report.tokens.output;
  const parts = [
    ...(report.usd === null ? [] : [usd(report.usd)]),
    ...(tokens === 0 ? [] : [`${grouped(tokens)} tokens`]),
  ];
  return parts.join(', ');
};
