/** The headline: what a tired person wants to know first. */
import type { Report } from '../../../model/report.ts';
import { present } from '../../../plain/present.ts';
import { count } from '../../../views/words/amounts.ts';
import { wantsFixes } from '../../../views/words/runs.ts';
import { isUnderWay } from '../groups.ts';

/** The first part names the whole, the others go on from it. */
const joined = (parts: readonly [number, string][], total: number): string => {
  const there = parts.filter(([n]) => n > 0);
  return there
    .map(([n, text], index) => `${n}${index === 0 ? ` of ${count(total, 'finding')}` : ''} ${text}`)
    .join(', ');
};

const allWords = (total: number, text: string): string =>
  total === 1 ? `The one finding is ${text}` : `All ${total} findings ${text}`;

const fixedWords = (report: Pick<Report, 'totals' | 'status'>): string => {
  const { total, fixed, notRechecked, blocked, dismissed, open } = report.totals;
  const parts: [number, string][] = [
    [fixed - notRechecked, 'fixed and proven'],
    [notRechecked, 'fixed but not re-checked'],
    [blocked + open, isUnderWay(report) ? 'still open' : 'left over'],
    [dismissed, 'dismissed'],
  ];
  const whole = parts.find(([n]) => n === total);
  return whole === undefined ? joined(parts, total) : allWords(total, whole[1]);
};

const foundWords = ({ command, totals: { total, dismissed }, plan }: Report): string =>
  present([
    count(total, 'finding'),
    command === 'plan' && plan !== null && `planned in ${count(plan.steps, 'step')}`,
    dismissed > 0 && `${dismissed} dismissed`,
  ]).join(', ');

const beginnings: Readonly<Record<NonNullable<Report['status']>, string>> = {
  clean: '',
  leftovers: '',
  failed: 'The run failed: ',
  cancelled: 'Cancelled: ',
  waiting: 'Waiting for you: ',
};

const beginningOf = ({ status }: Report): string => (status === null ? 'Under way: ' : beginnings[status]);

const wordsOf = (report: Report): string => {
  if (report.totals.total === 0) return 'No findings';
  return wantsFixes(report) ? fixedWords(report) : foundWords(report);
};

/** `12 of 14 findings fixed and proven, 2 left over` */
export const headline = (report: Report): string => `${beginningOf(report)}${wordsOf(report)}`;
