/** Where a finding is, as a link that stays right: to a commit that the remote has. */
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import { lineSuffix, type Place, placeOf } from '../../model/place.ts';
import { codeSpan } from './harmless.ts';

/** `commit`: that the remote has; null when it has none. `exact`: lines there are those that were reported. */
export type Published = { commit: string | null; exact: boolean };

const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[()!'*]/g, (character) => `%${hex(character)}`))
    .join('/');

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase();

const lineFragment = ({ kind }: TrackerPlace, { line, endLine }: Place): string => {
  if (line === undefined) return '';
  if (endLine === undefined || endLine <= line) return `#L${line}`;
  return kind === 'github' ? `#L${line}-L${endLine}` : `#L${line}-${endLine}`;
};

/** Null where nothing can be linked to. */
export const permalink = (
  tracker: TrackerPlace | undefined,
  place: Place,
  { commit, exact }: Published,
): string | null => {
  if (!tracker || commit === null || place.file === undefined) return null;
  const blob = tracker.kind === 'github' ? 'blob' : '-/blob';
  const fragment = exact ? lineFragment(tracker, place) : '';
  return `${tracker.web}/${tracker.project}/${blob}/${commit}/${encodePath(place.file)}${fragment}`;
};

const placeWords = (place: Place): string =>
  place.file === undefined ? 'the whole repository' : place.file + lineSuffix(place);

export const locationText = (place: Place, link: string | null): string => {
  const words = codeSpan(placeWords(place), 1_000);
  return link === null ? words : `[${words}](<${link}>)`;
};

/** Where it was reported: that is what the commit of the link has. */
export const reportedPlace = (finding: ReportFinding): Place => finding.reported ?? placeOf(finding);
