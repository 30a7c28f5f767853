/** How long to wait before a tracker is asked again: as it says, else longer each time. Pure. */
import type { TrackerError } from '../../ports/tracker.ts';

const firstMs = 1_000;
const longestMs = 60_000;
/** What fails so often in a row will not do at all. */
export const mostTries = 6;

/** `tries`: how often it has failed by now. `share`: from 0 to 1, so that several do not come back at once. */
export const waitAfter = ({ waitMs }: Pick<TrackerError, 'waitMs'>, tries: number, share: number): number =>
  waitMs === null ? Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (0.5 + share / 2) : waitMs;
