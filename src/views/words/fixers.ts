/** What each fixing agent has brought, in words. */
import type { Report } from '../../model/report.ts';
import { count, usd } from './amounts.ts';

type Fixer = Report['fixers'][number];

/** Where one agent fixed everything, the totals of the run say all of it. */
export const fixersToCompare = ({ fixers }: Pick<Report, 'fixers'>): readonly Fixer[] =>
  fixers.length > 1 ? fixers : [];

/** As far as agents said it. */
export const fixerCost = ({ usd: cost, callsWithoutUsd }: Fixer): string => {
  if (cost === null) return 'unknown';
  return callsWithoutUsd === 0 ? usd(cost) : `at least ${usd(cost)}`;
};

export const costOfAFix = ({ usdPerAccepted: cost, callsWithoutUsd }: Fixer): string => {
  if (cost === null) return '';
  return callsWithoutUsd === 0 ? usd(cost) : `at least ${usd(cost)}`;
};

export const fixerWords = (fixer: Fixer): string => {
  const each = costOfAFix(fixer);
  const cost = `cost ${fixerCost(fixer)}${each === '' ? '' : `, ${each} for each`}`;
  return `${count(fixer.accepted, 'accepted fix', 'accepted fixes')} in ${count(fixer.calls, 'call')}, ${cost}`;
};
