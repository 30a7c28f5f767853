/**
 * Compares what a command that fails reports with what it reported before: fewer findings and no new one is proof, all
 * else is not.
 */
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import type { Reported } from '../../model/verification.ts';

/** A command that reports more kinds than that is not compared: all of it would have to be kept. */
const mostKinds = 2_000;

/** Lines move, so they do not count; the same words about the same file do, as often as they are said. */
const keyOf = ({ file, rule, title }: Pick<DraftFinding, 'file' | 'rule' | 'title'>): string =>
  [file ?? '', ...(rule === undefined ? [] : [rule]), title].join(': ');

/** How many lines or items a problem is about. */
const sizeOf = ({ message }: ReadProblem): number => Number(/^(\d{1,7}) lines? /.exec(message)?.[1] ?? 1);

/** Null when nothing was reported, or too much. */
export const countReports = (findings: readonly DraftFinding[], problems: readonly ReadProblem[]): Reported | null => {
  const groups = Map.groupBy(findings, keyOf);
  if (groups.size === 0 || groups.size > mostKinds) return null;
  return {
    findings: Object.fromEntries([...groups].map(([key, same]) => [key, same.length])),
    unread: problems.reduce((sum, problem) => sum + sizeOf(problem), 0),
  };
};

const countOf = ({ findings }: Reported, key: string): number =>
  Object.hasOwn(findings, key) ? (findings[key] ?? 0) : 0;

export const totalOf = ({ findings }: Reported): number =>
  Object.values(findings).reduce((sum, count) => sum + count, 0);

/** What is reported now and was not before, or not so often. */
const newIn = (before: Reported, now: Reported): string[] =>
  Object.keys(now.findings).filter((key) => countOf(now, key) > countOf(before, key));

export type OutputChange =
  /** A strict subset: something went, nothing came. */
  | { change: 'fewer' }
  | { change: 'new'; findings: string[] }
  /** As many as before, or more that could not be read: then nobody knows. */
  | { change: 'none' };

export const compareReports = (before: Reported, now: Reported): OutputChange => {
  const fresh = newIn(before, now);
  if (fresh.length > 0) return { change: 'new', findings: fresh };
  return totalOf(now) < totalOf(before) && now.unread <= before.unread ? { change: 'fewer' } : { change: 'none' };
};
