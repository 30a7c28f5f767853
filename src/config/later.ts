/** Keys that are to come and do not work yet, so that the error can say so. */
import type { Path } from '../plain/plain-data.ts';

const keys = new Set(['server', 'database']);

const pattern = (path: Path): string =>
  path
    .map((part, index) => (index === 1 && (path[0] === 'agents' || path[0] === 'reviewers') ? '*' : String(part)))
    .join('.');

export const notYet = 'not available in this version';

export const isLaterKey = (path: Path): boolean => keys.has(pattern(path));
