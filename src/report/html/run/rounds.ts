/** How the run went from round to round. */
import type { Report } from '../../../model/report.ts';
import type { ReportRound } from '../../../model/run/trajectory.ts';
import { roundCost, roundsToCompare } from '../../../views/words/rounds.ts';
import { html, type Part } from '../markup.ts';
import { section, type Section, table, words } from '../pieces.ts';

const columns = [
  { title: 'Round' },
  { title: 'Open before', isNumber: true },
  { title: 'New', isNumber: true },
  { title: 'Again', isNumber: true },
  { title: 'On lines of this run', isNumber: true },
  { title: 'Fixed', isNumber: true },
  { title: 'Lines added', isNumber: true },
  { title: 'Removed', isNumber: true },
  { title: 'Cost', isNumber: true },
];

const row = (each: ReportRound): Part[] => [
  each.cause === 'last' ? 'last look' : each.round,
  each.open,
  each.new,
  each.again,
  each.minted,
  each.fixed,
  each.added,
  each.removed,
  roundCost(each),
];

export const roundSection = (report: Report): Section => {
  const rounds = roundsToCompare(report);
  return section('rounds', 'Rounds', [
    report.restored !== null && html`<p>${words(report.restored.reason)}</p>`,
    rounds.length > 0 && table(columns, rounds.map(row)),
  ]);
};
