/** The table of rounds in the Markdown report. */
import type { Report } from '../../model/report.ts';
import { present } from '../../plain/present.ts';
import { roundCost, roundsToCompare } from '../../views/words/rounds.ts';
import { inline, table } from './escape.ts';

export const roundBlocks = (report: Report): string[] => {
  const rounds = roundsToCompare(report);
  const rows = rounds.map((each) => [
    each.cause === 'last' ? 'last look' : String(each.round),
    ...[each.open, each.new, each.again, each.minted, each.fixed, each.added, each.removed].map(String),
    roundCost(each),
  ]);
  return present([
    report.restored !== null && `**${inline(report.restored.reason)}**`,
    rows.length > 0 &&
      table(
        ['Round', 'Open before', 'New', 'Again', 'On lines of this run', 'Fixed', 'Lines added', 'Removed', 'Cost'],
        rows,
      ),
  ]);
};
