/** Until when a disposition holds. */
import { type Disposition, Until } from '../../model/disposition.ts';

const dayMs = 86_400_000;
const isDay = (until: string): boolean => until.length === 10;

/** The first moment at which it holds no longer; a day counts to its end. */
const endOf = (until: string): number => Date.parse(until) + (isDay(until) ? dayMs : 0);

export const hasRunOut = ({ until }: Pick<Disposition, 'until'>, now: Date): boolean =>
  until !== undefined && now.getTime() >= endOf(until);

const duration = /^(\d{1,5})\s?(d|w|mo|y)$/i;

const addMonths = (from: Date, months: number): Date => {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const daysInMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.getTime() + (Math.min(from.getUTCDate(), daysInMonth) - 1) * dayMs);
};

const after = (from: Date, amount: number, unit: string): Date => {
  if (unit === 'd' || unit === 'w') return new Date(from.getTime() + amount * (unit === 'w' ? 7 : 1) * dayMs);
  return addMonths(from, unit === 'y' ? amount * 12 : amount);
};

const fromDuration = (text: string, now: Date): string | null => {
  const [, amount = '', unit = ''] = duration.exec(text) ?? [];
  if (unit === '') return null;
  const day = after(now, Number(amount), unit.toLowerCase());
  return day.getUTCFullYear() > 9_999 ? null : day.toISOString().slice(0, 10);
};

export type ReadUntil = { until: string } | { problem: string };

/** What a person gave: a day, a time, or how long from now on, which becomes a day. */
export const readUntil = (given: string, now: Date): ReadUntil => {
  const text = given.trim();
  const until = Until.safeParse(text).success ? text : fromDuration(text, now);
  if (until === null) {
    const minutes = /^\d{1,5}\s?m$/i.test(text) ? ` Months are written ${text.replace(/\D/g, '')}mo.` : '';
    return {
      problem:
        `${JSON.stringify(given)} is not a date. Give a day (2027-01-31), a time (2027-01-31T12:00:00Z), or ` +
        `how long from now on (30d, 12w, 6mo, 1y).${minutes}`,
    };
  }
  return hasRunOut({ until }, now)
    ? { problem: `${text} is in the past. Give a day that is still to come.` }
    : { until };
};
