/** A run's events in the words of other systems. */
import { ravenView } from './events/raven.ts';
import { turbowrapView } from './events/turbowrap.ts';
import type { EventView } from './events/view.ts';

export const viewNames = ['raven', 'turbowrap'] as const;
export type ViewName = (typeof viewNames)[number];

const views: Readonly<Record<ViewName, () => EventView>> = { raven: ravenView, turbowrap: turbowrapView };

export const eventView = (name: ViewName): EventView => views[name]();
