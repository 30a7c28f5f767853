/**
 * Whether two findings are one problem although the code that they are about was changed in between: by their place and
 * their title, as reports of several reviewers are (requirement 1.4).
 */
import type { Finding } from '../../model/finding.ts';
import { editDistance } from './distance.ts';
import { reach } from './item.ts';
import { maxEdits, normaliseTitle } from './title.ts';

type Reported = Pick<Finding, 'file' | 'line' | 'endLine' | 'rule' | 'title'>;

export const isSameProblem = (a: Reported, b: Reported): boolean =>
  a.file !== undefined && a.file === b.file && a.rule === b.rule && isNear(a, b) && isAlike(a.title, b.title);

/** Without a line it is about the whole file. */
const isNear = (a: Reported, b: Reported): boolean => {
  if (a.line === undefined || b.line === undefined) return true;
  return a.line <= (b.endLine ?? b.line) + reach && b.line <= (a.endLine ?? a.line) + reach;
};

const isAlike = (one: string, other: string): boolean => {
  const [a, b] = [normaliseTitle(one), normaliseTitle(other)];
  const most = maxEdits(Math.max(a.length, b.length));
  return a === b || (Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most);
};
