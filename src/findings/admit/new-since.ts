/** Whether a finding came with the changes since an earlier version (requirement 1.9). */
import { alignLists } from '../../plain/lines/alignment.ts';
import type { Finding } from '../../model/finding.ts';

/** The text of a file before and now; null where there was, or is, none. */
export type Versions = { before: string | null; now: string | null };

type Judged = Pick<Finding, 'file' | 'line' | 'endLine' | 'baseline'>;

const linesOf = (text: string): string[] => text.split(/\r?\n/);

/** Numbers of the lines of `now` that stand in `before` too, from 1. */
export const unchangedLines = (before: string, now: string): Set<number> =>
  new Set(alignLists(linesOf(before), linesOf(now)).map(([, index]) => index + 1));

/** Gives a function that compares each file once. */
export const newSince = (versionsOf: (file: string) => Versions): ((finding: Judged) => boolean) => {
  const unchanged = new Map<string, Set<number>>();
  const keptIn = (file: string, before: string, now: string): Set<number> => {
    const known = unchanged.get(file) ?? unchangedLines(before, now);
    unchanged.set(file, known);
    return known;
  };
  return ({ file, line, endLine, baseline }) => {
    // A reviewer that saw both versions knows better than lines do.
    if (baseline !== undefined) return baseline === 'new';
    if (file === undefined) return true;
    const { before, now } = versionsOf(file);
    if (before === null || now === null) return true;
    if (line === undefined) return before !== now;
    const kept = keptIn(file, before, now);
    for (let number = line; number <= (endLine ?? line); number += 1) if (!kept.has(number)) return true;
    return false;
  };
};
