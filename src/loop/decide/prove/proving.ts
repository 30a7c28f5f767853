/** What comes of a look at the group that is being proven. */
import type { RunEvent } from '../../../model/event.ts';
import type { Action } from '../../actions.ts';
import type { Walk } from '../gates/judge.ts';

/**
 * `decided`: to be written down. `trial`: the tree to be verified next. `lacking`: fixes that hold, and about which
 * something else has to be known before they are accepted.
 */
export type Proving = { decided: RunEvent[]; trial: Action[]; lacking: Walk[] };

export const nothing: Proving = { decided: [], trial: [], lacking: [] };
