/** Findings that were read, as they are listed. */
import type { TakenUp } from '../../findings/admit/take-up.ts';
import type { BaselineState, ListedFinding, Listing } from '../../model/listing.ts';
import { fitsNothing } from '../../findings/admit/select.ts';
import { compareWith } from '../../findings/admit/baseline.ts';
import { given } from '../../plain/given.ts';
import type { ReadSource } from '../start/sources.ts';

export type Read = { sources: ReadSource[]; older: ReadSource[] | undefined };

export type Judged = { taken: TakenUp; compared: ReturnType<typeof compareWith> | null };

export const listingOf = (
  { sources, older = [] }: Read,
  taken: TakenUp,
  compared: Judged['compared'],
  warnings: readonly string[],
): Listing => ({
  findings: listed(taken, compared?.states),
  absent: compared?.absent ?? [],
  sources: sources.map(sourceOf),
  reports: sources.reduce((sum, source) => sum + source.findings.length, 0),
  leftOut: taken.leftOut,
  problems: [...sources, ...older].flatMap((source) => source.problems),
  warnings: [...warnings, ...taken.warnings, ...taken.unmatched.map(fitsNothing)],
});

const sourceOf = ({ name, format, findings, verdict }: ReadSource): Listing['sources'][number] => ({
  name,
  format,
  reports: findings.length,
  ...(verdict && { verdict }),
});

const listed = (
  { findings, dismissed }: TakenUp,
  states: ReadonlyMap<string, BaselineState> | undefined,
): ListedFinding[] => {
  const reasons = new Map(dismissed.map(({ id, reason }) => [id, reason]));
  return findings.map((each) => {
    const { ranIn: _, ...finding } = each;
    const reason = reasons.get(finding.id);
    const baselineState = states?.get(finding.id);
    return {
      ...finding,
      status: reason === undefined ? 'open' : 'dismissed',
      ...given({ reason, baselineState }),
    };
  });
};
