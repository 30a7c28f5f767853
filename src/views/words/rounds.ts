/** Rounds of reviews in words: how a run went. */
import type { ReportRound } from '../../model/run/trajectory.ts';
import { cost, count } from './amounts.ts';

/** One round in which something happened says nothing about where a run goes. */
export const roundsToCompare = ({ trajectory }: { trajectory: readonly ReportRound[] }): readonly ReportRound[] =>
  trajectory.filter((each) => each.new + each.again + each.fixed > 0).length > 1 ? trajectory : [];

export const roundCost = ({ usd, tokens }: ReportRound): string => cost({ usd, tokens: { input: tokens, output: 0 } });

/** `Round 2: 1 open, 2 new (1 on lines of this run), 2 fixed, +20 −3 lines` */
export const roundLine = (each: ReportRound): string => {
  const minted = each.minted > 0 ? ` (${each.minted} on lines of this run)` : '';
  const parts = [
    `${each.open} open`,
    `${each.new} new${minted}`,
    ...(each.again > 0 ? [`${each.again} reported again`] : []),
    `${each.fixed} fixed`,
    ...(each.added + each.removed > 0 ? [`+${each.added} −${count(each.removed, 'line')}`] : []),
    ...(roundCost(each) === '' ? [] : [roundCost(each)]),
  ];
  return `${each.cause === 'last' ? 'Last look' : `Round ${each.round}`}: ${parts.join(', ')}`;
};
