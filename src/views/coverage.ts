/** Which changes were reviewed, in words (2.8). */
import type { NotReviewed } from '../model/review-scope.ts';
import type { Report, ReportCoverage } from '../model/report.ts';
import { printable } from '../plain/printable.ts';
import { count } from './words/amounts.ts';

/** More places than this are counted, not shown. */
const shownPlaces = 10;

export const placeNotReviewed = ({ file, lines }: NotReviewed): string => `${file}${lines === '' ? '' : `:${lines}`}`;

/** Places with the reason why nobody looked at them, which is said once for all that share it. */
export const notReviewed = (left: readonly NotReviewed[]): string => {
  const shown = left.slice(0, shownPlaces);
  const byReason = [...Map.groupBy(shown, ({ reason }) => reason)].map(
    ([reason, places]) =>
      `${places.map((each) => printable(placeNotReviewed(each))).join(', ')} (${printable(reason)})`,
  );
  return [...byReason, ...(left.length > shown.length ? [`and ${left.length - shown.length} more`] : [])].join(', ');
};

/** Those that should have been reviewed. */
export const gapsOf = ({ notReviewed: left }: ReportCoverage): NotReviewed[] => left.filter(({ wanted }) => wanted);

/** `12 of 14 changes reviewed; not reviewed: …` */
export const coverageLine = (coverage: ReportCoverage): string => {
  const gaps = gapsOf(coverage);
  const not = coverage.complete && gaps.length === 0 ? '' : `; not reviewed: ${notReviewed(gaps) || 'some of them'}`;
  return `${coverage.reviewed} of ${count(coverage.hunks, 'change')} reviewed${not}`;
};

export const isIncomplete = ({ coverage }: Pick<Report, 'coverage'>): boolean =>
  coverage !== null && !coverage.complete;
