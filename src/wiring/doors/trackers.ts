/** The door to trackers: whatever goes there is cleaned thoroughly, since everybody may read it for ever. */
import type { Tracker, Trackers } from '../../ports/tracker.ts';
import type { Secrets } from '../../secrets/secrets.ts';

const cleanTracker = (tracker: Tracker, { thorough }: Secrets): Tracker => ({
  ...tracker,
  create: async (issue) => tracker.create(await thorough(issue)),
  update: async (number, changes) => tracker.update(number, await thorough(changes)),
  comment: async (number, body) => tracker.comment(number, await thorough(body)),
});

export const cleanTrackers = (trackers: Trackers, secrets: Secrets): Trackers => ({
  ...trackers,
  open: async (place) => cleanTracker(await trackers.open(place), secrets),
});
